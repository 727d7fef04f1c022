// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/html_blocks.h"

#include <QTest>
#include <QXmlStreamReader>

#include "core/html_text.h"
#include "core/visible_text.h"
#include "fixtures/hostile_names.h"
#include "report/markdown.h"

using namespace stallscope::app;

class HtmlBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void the_engines_markdown_becomes_html_data();
    void the_engines_markdown_becomes_html();
    void a_hostile_name_stays_text_everywhere_data();
    void a_hostile_name_stays_text_everywhere();
    void hidden_characters_are_shown();
    void a_file_name_is_one_word_of_a_shell();
};

namespace {

struct Read {
    QStringList elements;  ///< names in order, with their class
    QString text;
    QString fault;
};

Read read(const QString& html) {
    Read found;
    QXmlStreamReader reader(QStringLiteral("<x>%1</x>").arg(html));
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            QString name = reader.name().toString();
            for (const QXmlStreamAttribute& attribute : reader.attributes()) {
                name += u' ' + attribute.name().toString() + u'=' + attribute.value().toString();
            }
            found.elements << name;
        }
        if (reader.isCharacters()) found.text += reader.text();
    }
    if (reader.hasError()) found.fault = reader.errorString();
    return found;
}

QString html_of(const std::string& markdown) {
    return html_blocks(markdown_blocks(markdown));
}

}  // namespace

void HtmlBlocksTest::the_engines_markdown_becomes_html_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("html");
    QTest::newRow("heading") << "## Table 1. *x*"
                             << "<h2>Table 1. <em>x</em></h2>\n";
    QTest::newRow("too deep a heading is text") << "#### x"
                                                << "<p>#### x</p>\n";
    QTest::newRow("manners") << "a **b** *c* `d` e"
                             << "<p>a <strong>b</strong> <em>c</em> <code>d</code> e</p>\n";
    QTest::newRow("escapes") << "\\*a\\* \\# \\| \\\\ \\x"
                             << "<p>*a* # | \\ \\x</p>\n";
    QTest::newRow("entities") << "&lt;b&gt; &amp;amp; &quot;"
                              << "<p>&lt;b&gt; &amp;amp; &amp;quot;</p>\n";
    QTest::newRow("an escaped star does not close") << "*a\\*b*"
                                                    << "<p><em>a*b</em></p>\n";
    QTest::newRow("a star without its other is text") << "2 * 3"
                                                      << "<p>2 * 3</p>\n";
    QTest::newRow("empty manner is text") << "**** ``"
                                          << "<p>**** ``</p>\n";
    QTest::newRow("html is text") << "<b onclick=x>"
                                  << "<p>&lt;b onclick=x&gt;</p>\n";
    QTest::newRow("list") << "- a\n- **b**\n\nafter"
                          << "<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>\n"
                             "<p>after</p>\n";
    QTest::newRow("finding") << "- **blocks** x: y."
                             << "<ul>\n<li class=\"blocks\"><strong>blocks</strong> x: "
                                "y.</li>\n</ul>\n";
    QTest::newRow("footnote") << "Not measured: (1) none."
                              << "<p class=\"note\">Not measured: (1) none.</p>\n";
    QTest::newRow("table")
        << "| a | n |\n| --- | ---: |\n| x\\|y | 7.5 |\n| z |\n"
        << "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\">a</th>"
           "<th scope=\"col\" class=\"number\">n</th></tr></thead>\n<tbody>\n"
           "<tr><td>x|y</td><td class=\"number\">7.5</td></tr>\n"
           "<tr><td>z</td><td class=\"number\"></td></tr>\n</tbody></table></div>\n";
    QTest::newRow("a pipe alone is no table") << "| a | b |"
                                              << "<p>| a | b |</p>\n";
    QTest::newRow("verdict")
        << "| verdict |\n| --- |\n| not met (mechanism only) |\n| metal |\n"
        << "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\">verdict</th></tr></thead>\n"
           "<tbody>\n<tr><td><span class=\"word not_met\">✗ not met (mechanism "
           "only)</span></td></tr>\n<tr><td>metal</td></tr>\n</tbody></table></div>\n";
}

void HtmlBlocksTest::the_engines_markdown_becomes_html() {
    QFETCH(QString, markdown);
    QFETCH(QString, html);
    QCOMPARE(html_of(markdown.toStdString()), html);
}

void HtmlBlocksTest::a_hostile_name_stays_text_everywhere_data() {
    QTest::addColumn<QString>("name");
    int i = 0;
    for (const QString& name : hostile_names()) {
        QTest::addRow("%d %s", i++, qPrintable(visible_text(name).left(30))) << name;
    }
}

void HtmlBlocksTest::a_hostile_name_stays_text_everywhere() {
    QFETCH(QString, name);
    const std::string escaped = stallscope::escaped(name.toStdString());
    // The engine makes a space of every control character; the rest is shown by its number.
    QString engines = name;
    for (QChar& c : engines) {
        if (c < u' ' || c == QChar(0x7f)) c = u' ';
    }
    const QString seen = visible_text(engines);

    stallscope::MarkdownTable table;
    table.column("name", false);
    table.column("n");
    table.row({escaped, "1"});
    const Read cell = read(html_of(table.text()));
    QCOMPARE(cell.fault, QString());
    QCOMPARE(cell.elements,
             QStringList({"x", "div class=table", "table", "thead", "tr", "th scope=col",
                          "th scope=col class=number", "tbody", "tr", "td", "td class=number"}));
    QVERIFY(cell.text.contains(seen.trimmed()));

    const Read heading = read(html_of("# " + escaped + "\n\n- **" + escaped + "** x\n"));
    QCOMPARE(heading.fault, QString());
    QCOMPARE(heading.elements, QStringList({"x", "h1", "ul", "li", "strong"}));

    // As an attribute's value, too.
    const Read attribute = read(QStringLiteral("<img alt=\"%1\"/>").arg(html_text(name)));
    QCOMPARE(attribute.fault, QString());
    QCOMPARE(attribute.elements, QStringList({"x", "img alt=" + visible_text(name)}));
}

void HtmlBlocksTest::hidden_characters_are_shown() {
    QCOMPARE(visible_text(QStringLiteral("a\u202Eb\x1b"
                                         "c\u0085\uFEFF")),
             QStringLiteral("a[U+202E]b[U+001B]c[U+0085][U+FEFF]"));
    QCOMPARE(visible_text(QStringLiteral("a\r\n\tb\u2028c")), QStringLiteral("a   b c"));
    QCOMPARE(visible_text(QStringLiteral("a\n\tb"), true), QStringLiteral("a\n\tb"));
    QCOMPARE(visible_text(QStringLiteral("é 測 🙂 א")), QStringLiteral("é 測 🙂 א"));
}

void HtmlBlocksTest::a_file_name_is_one_word_of_a_shell() {
    QCOMPARE(shell_word(QStringLiteral("a-1.stallscope")), QStringLiteral("a-1.stallscope"));
    QCOMPARE(shell_word(QStringLiteral("a b")), QStringLiteral("'a b'"));
    QCOMPARE(shell_word(QStringLiteral("it's $(x)")), QStringLiteral("'it'\\''s $(x)'"));
    QCOMPARE(shell_word(QStringLiteral("-rf")), QStringLiteral("./-rf"));
    QCOMPARE(shell_word(QString()), QStringLiteral("''"));
}

QTEST_GUILESS_MAIN(HtmlBlocksTest)
#include "html_blocks_test.moc"
