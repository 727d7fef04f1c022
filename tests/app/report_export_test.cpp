// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report_export.h"

#include <signal.h>
#include <sys/resource.h>

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPicture>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "analysis/results.h"
#include "core/html_report.h"
#include "core/run_file.h"
#include "core/run_session.h"
#include "core/visible_text.h"
#include "core/whole_file.h"
#include "fixtures/hostile_names.h"
#include "fixtures/hostile_run.h"
#include "report/report.h"
#include "widgets/pdf_report.h"
#include "widgets/report_figures.h"

using namespace stallscope::app;
namespace by_hand = stallscope::by_hand;

class ReportExportTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void the_report_has_its_parts_in_their_order();
    void the_report_shows_the_figures_of_the_tables();
    void the_same_run_gives_the_same_bytes();
    void nothing_runs_and_nothing_is_fetched();
    void a_chart_is_there_with_its_words_and_values();
    void hostile_names_are_text_data();
    void hostile_names_are_text();
    void a_pdf_has_pages_fonts_and_a_title();
    void both_formats_are_written_whole();
    void the_charts_of_the_run_are_drawn();
    void what_cannot_be_written_is_said_data();
    void what_cannot_be_written_is_said();
    void a_full_disk_leaves_the_old_report();
    void a_file_that_is_no_run_is_said();

private:
    stallscope::RunResults results_of(const QString& file) const;
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    stallscope::RunResults m_results;
};

namespace {

ReportFigure figure() {
    QImage image(40, 20, QImage::Format_RGB32);
    image.fill(Qt::darkCyan);
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return {QStringLiteral("legs"),
            QStringLiteral("Legs <b>"),
            QStringLiteral("two \"legs\""),
            QSize(20, 10),
            png,
            png,
            {},
            "a,b\r\n1,2\r\n"};
}

struct Document {
    QStringList skeleton;  ///< elements that matter, with id or class
    QString text;
    QString fault;
    QList<QXmlStreamAttributes> of_all;
    QStringList names;
};

Document read(const QByteArray& html) {
    Document found;
    QXmlStreamReader reader(html);
    bool in_style = false;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            const QString name = reader.name().toString();
            in_style = name == QLatin1String("style");
            found.names << name;
            found.of_all << reader.attributes();
            const QString id = reader.attributes().value(QLatin1String("id")).toString();
            if (!id.isEmpty()) found.skeleton << name + u'#' + id;
            if (name == QLatin1String("h2")) {
                const QString title = reader.readElementText();
                found.skeleton << QStringLiteral("  ") + title;
                found.text += title;
            }
        } else if (reader.isEndElement()) {
            in_style = false;
            found.text += u'\n';
        } else if (reader.isCharacters() && !in_style) {
            found.text += reader.text();
        }
    }
    if (reader.hasError()) found.fault = reader.errorString();
    return found;
}

QByteArray html(const stallscope::RunResults& results, const QVector<ReportFigure>& figures = {}) {
    return html_report(report_content(results), figures);
}

}  // namespace

stallscope::RunResults ReportExportTest::results_of(const QString& file) const {
    return by_hand::must(
        stallscope::analyse(by_hand::must(stallscope::RunReader::open(file.toStdString()))));
}

void ReportExportTest::initTestCase() {
    QVERIFY(m_folder.isValid());
    by_hand::write_run(path(QStringLiteral("run.stallscope")).toStdString());
    m_results = results_of(path(QStringLiteral("run.stallscope")));
}

void ReportExportTest::the_report_has_its_parts_in_their_order() {
    const Document document = read(html(m_results, {figure()}));
    QCOMPARE(document.fault, QString());
    const QStringList expected = {"section#table-10-criteria",
                                  "  Table 10. Criteria",
                                  "section#conclusions-and-their-labels",
                                  "  Conclusions and their labels",
                                  "section#findings",
                                  "  Findings",
                                  "section#charts",
                                  "  Charts",
                                  "figure#chart-legs",
                                  "section#table-1-streams",
                                  "  Table 1. Streams",
                                  "section#table-2-the-second-stream",
                                  "  Table 2. The second stream",
                                  "section#table-3-all-at-once",
                                  "  Table 3. All at once",
                                  "section#table-4-the-reply-s-path",
                                  "  Table 4. The reply's path",
                                  "section#table-6-every-repeat",
                                  "  Table 6. Every repeat",
                                  "section#table-9-what-differs-between-cells",
                                  "  Table 9. What differs between cells",
                                  "section#checks-before-the-run",
                                  "  Checks before the run",
                                  "section#environment",
                                  "  Environment",
                                  "section#verify",
                                  "  How to verify",
                                  "section#limits",
                                  "  Limits"};
    QCOMPARE(document.skeleton, expected);
    // The table of contents leads to each of them.
    for (const QString& line : expected) {
        if (!line.startsWith(QLatin1String("section#"))) continue;
        QVERIFY(html(m_results, {figure()})
                    .contains(QStringLiteral("<a href=\"#%1\">").arg(line.mid(8)).toUtf8()));
    }
}

void ReportExportTest::the_report_shows_the_figures_of_the_tables() {
    const Document document = read(html(m_results));
    QVERIFY(document.text.contains(QString::fromStdString(stallscope::one_sentence(m_results))));
    QVERIFY(document.text.contains(QString::fromStdString(m_results.sealed_sha256)));
    QVERIFY(document.text.contains(QStringLiteral("stallscope verify %1 --seal ")
                                       .arg(QString::fromStdString(m_results.file))));
    QVERIFY(document.text.contains(QStringLiteral("Emulated:")));
    // Every figure of tables.md with three digits after the point is in the page, as often.
    const QString tables = QString::fromStdString(stallscope::tables_markdown(m_results));
    static const QRegularExpression figure_text(QStringLiteral("\\d+\\.\\d{3}\\b"));
    int figures = 0;
    for (auto match = figure_text.globalMatch(tables); match.hasNext(); ++figures) {
        const QString value = match.next().captured();
        QVERIFY2(document.text.count(value) >= tables.count(value), qPrintable(value));
    }
    QVERIFY(figures > 50);
}

void ReportExportTest::the_same_run_gives_the_same_bytes() {
    QCOMPARE(html(results_of(path(QStringLiteral("run.stallscope"))), {figure()}),
             html(m_results, {figure()}));
}

void ReportExportTest::nothing_runs_and_nothing_is_fetched() {
    const Document document = read(html(m_results, {figure()}));
    QVERIFY(!document.names.contains(QLatin1String("script")));
    bool has_policy = false;
    for (qsizetype i = 0; i < document.names.size(); ++i) {
        for (const QXmlStreamAttribute& attribute : document.of_all[i]) {
            const QString name = attribute.name().toString();
            QVERIFY2(!name.startsWith(QLatin1String("on")), qPrintable(name));
            const bool leads_somewhere = name == QLatin1String("src") ||
                                         name == QLatin1String("href") ||
                                         name == QLatin1String("srcset");
            if (leads_somewhere) {
                QVERIFY2(
                    attribute.value().startsWith(u"data:") || attribute.value().startsWith(u'#'),
                    qPrintable(attribute.value().toString().left(60)));
            }
            if (attribute.value() == QLatin1String("Content-Security-Policy")) {
                has_policy = true;
                QCOMPARE(document.of_all[i].value(QLatin1String("content")).toString(),
                         QStringLiteral("default-src 'none'; style-src 'unsafe-inline'; "
                                        "img-src data:"));
            }
        }
    }
    QVERIFY(has_policy);
    QVERIFY(!html(m_results).contains("url("));
    QVERIFY(!html(m_results).contains("@import"));
}

void ReportExportTest::a_chart_is_there_with_its_words_and_values() {
    const ReportFigure chart = figure();
    const QByteArray page = html(m_results, {chart});
    const Document document = read(page);
    const auto at = document.names.indexOf(QLatin1String("img"));
    QVERIFY(at >= 0);
    const QXmlStreamAttributes image = document.of_all[at];
    QCOMPARE(image.value(QLatin1String("alt")).toString(), chart.says);
    QCOMPARE(image.value(QLatin1String("width")).toString(), QStringLiteral("20"));
    QCOMPARE(image.value(QLatin1String("src")).toString(),
             QStringLiteral("data:image/png;base64,") + chart.light_png.toBase64());
    QVERIFY(page.contains("prefers-color-scheme: dark)\" srcset=\"data:image/png;base64," +
                          chart.dark_png.toBase64()));
    QVERIFY(page.contains("href=\"data:text/csv;base64," + chart.csv.toBase64()));
    QVERIFY(document.text.contains(QStringLiteral("Legs <b>, in words")));
    QVERIFY(!read(html(m_results)).names.contains(QLatin1String("img")));
}

void ReportExportTest::hostile_names_are_text_data() {
    QTest::addColumn<QString>("name");
    int i = 0;
    for (const QString& name : hostile_names()) {
        QTest::addRow("%d %s", i++, qPrintable(visible_text(name).left(30))) << name;
    }
}

void ReportExportTest::hostile_names_are_text() {
    QFETCH(QString, name);
    const QString file = path(QStringLiteral("hostile.stallscope"));
    QFile::remove(file);
    write_run_called(file.toStdString(), name);
    const auto results = results_of(file);
    const Document document = read(html(results));
    QCOMPARE(document.fault, QString());
    // The same elements as in a report with tame names: nothing became markup.
    QFile::remove(file);
    write_run_called(file.toStdString(), QStringLiteral("tame"));
    const Document tame = read(html(results_of(file)));
    QCOMPARE(document.names, tame.names);
    QVERIFY(document.text.contains(visible_text(name)));
    for (const auto& attributes : document.of_all) {
        for (const QXmlStreamAttribute& attribute : attributes) {
            QVERIFY(!attribute.name().startsWith(QLatin1String("on")));
        }
    }
    QBuffer pdf;
    pdf.open(QIODevice::WriteOnly);
    QVERIFY(write_pdf_report(pdf, report_content(results), {}) >= 1);
}

void ReportExportTest::a_pdf_has_pages_fonts_and_a_title() {
    QBuffer pdf;
    pdf.open(QIODevice::WriteOnly);
    ReportFigure vector = figure();
    QPicture picture;
    QPainter(&picture).drawLine(0, 0, 20, 10);
    vector.picture = QByteArray(picture.data(), static_cast<qsizetype>(picture.size()));
    const int pages = write_pdf_report(pdf, report_content(m_results), {figure(), vector});
    const QByteArray bytes = pdf.data();
    QVERIFY(bytes.startsWith("%PDF-"));
    QVERIFY(bytes.trimmed().endsWith("%%EOF"));
    QVERIFY(pages >= 2);
    static const QRegularExpression page(QStringLiteral("/Type\\s*/Page\\b(?!s)"));
    QCOMPARE(QString::fromLatin1(bytes).count(page), pages);
    QVERIFY(bytes.contains("DejaVuSans"));
    QVERIFY(bytes.contains("/FontFile2"));
    QCOMPARE(QString::fromLatin1(bytes).count(QStringLiteral("/Subtype /Image")), 1);
}

void ReportExportTest::both_formats_are_written_whole() {
    const QString folder = path(QStringLiteral("made/on/the/way"));
    const auto files = export_report(path(QStringLiteral("run.stallscope")), folder,
                                     {QStringLiteral("html"), QStringLiteral("pdf")});
    QVERIFY2(files.has_value(), files ? "" : files.error().says.c_str());
    QCOMPARE(*files, QStringList({folder + QStringLiteral("/report.html"),
                                  folder + QStringLiteral("/report.pdf")}));
    QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden),
             QStringList({"report.html", "report.pdf"}));
    QFile page(files->front());
    QVERIFY(page.open(QIODevice::ReadOnly));
    QCOMPARE(read(page.readAll()).fault, QString());
    const auto one = export_report(path(QStringLiteral("run.stallscope")),
                                   path(QStringLiteral("one")), {QStringLiteral("pdf")});
    QCOMPARE(one->size(), 1);
}

void ReportExportTest::the_charts_of_the_run_are_drawn() {
    RunSession session;
    session.open(path(QStringLiteral("run.stallscope")));
    QTRY_VERIFY_WITH_TIMEOUT(!session.is_live(), 60000);
    const auto figures = report_figures(session.data(), m_results, *session.file()->reader());
    QVERIFY(figures.has_value());
    QStringList kinds;
    for (const ReportFigure& figure : *figures) {
        kinds << figure.id.section(u'-', 0, -2);
        const QImage light = QImage::fromData(figure.light_png, "PNG");
        const QImage dark = QImage::fromData(figure.dark_png, "PNG");
        QCOMPARE(light.size(), 2 * figure.size);
        QCOMPARE(dark.size(), light.size());
        // The paper, in the corner, is of the theme; something is drawn on it.
        QVERIFY(light.pixelColor(2, 2).lightness() > 240);
        QVERIFY(dark.pixelColor(2, 2).lightness() < 60);
        int inked = 0;
        for (int y = 0; y < light.height(); y += 2) {
            for (int x = 0; x < light.width(); x += 2) {
                inked += light.pixel(x, y) != light.pixel(2, 2) ? 1 : 0;
            }
        }
        QVERIFY2(inked > 500, qPrintable(figure.id));
        QVERIFY(!figure.picture.isEmpty());
        QVERIFY(!figure.csv.isEmpty());
        QVERIFY(figure.says.size() > 20);
    }
    QCOMPARE(kinds, QStringList({"criteria", "return-leg", "legs", "reply-path", "wait", "wait",
                                 "throughput"}));
    QVERIFY(figures->at(1).says.contains(QStringLiteral("held")));
    QVERIFY(figures->at(1).title.contains(QStringLiteral("gpu")));
}

void ReportExportTest::what_cannot_be_written_is_said_data() {
    QTest::addColumn<QString>("folder");
    QTest::newRow("a file stands there") << path(QStringLiteral("run.stallscope/below"));
    QTest::newRow("nobody may write there") << QStringLiteral("/proc/stallscope");
    QTest::newRow("nothing can be made there") << QStringLiteral("/proc");
}

void ReportExportTest::what_cannot_be_written_is_said() {
    QFETCH(QString, folder);
    const auto written = write_report(report_content(m_results), {}, folder,
                                      {QStringLiteral("html"), QStringLiteral("pdf")});
    QVERIFY(!written.has_value());
    QVERIFY(!written.error().says.empty());
    QVERIFY(written.error().where.starts_with(folder.toStdString()));
    QVERIFY(!written.error().hint.empty());
}

void ReportExportTest::a_full_disk_leaves_the_old_report() {
    // A limit to the size of files fails writes in the same place as a full disk does.
    const QString file = path(QStringLiteral("old.html"));
    QVERIFY(write_whole_file(file, [](QIODevice& device) { device.write("old"); }).has_value());
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto written = write_whole_file(file, [](QIODevice& device) {
        for (int i = 0; i < 100; ++i) device.write(QByteArray(1024, 'x'));
    });
    ::setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY(!written.has_value());
    QVERIFY(written.error().says.find("cannot be written") != std::string::npos);
    QFile old(file);
    QVERIFY(old.open(QIODevice::ReadOnly));
    QCOMPARE(old.readAll(), QByteArray("old"));
    QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("old.html*")}).size(), 1);
}

void ReportExportTest::a_file_that_is_no_run_is_said() {
    const QString file = path(QStringLiteral("no.stallscope"));
    QVERIFY(write_whole_file(file, [](QIODevice& device) { device.write("no run"); }).has_value());
    const auto exported = export_report(file, path(QStringLiteral("x")), {QStringLiteral("html")});
    QVERIFY(!exported.has_value());
    QVERIFY(!QDir(path(QStringLiteral("x"))).exists());
    QVERIFY(!export_report(path(QStringLiteral("none")), path(QStringLiteral("x")),
                           {QStringLiteral("html")}));
}

QTEST_MAIN(ReportExportTest)
#include "report_export_test.moc"
