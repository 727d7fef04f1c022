// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/html_report.h"

#include <QCoreApplication>

#include "core/about.h"
#include "core/html_blocks.h"
#include "core/html_text.h"
#include "core/report_style.h"
#include "core/verdict_words.h"

namespace stallscope::app {
namespace {

constexpr const char* figures_id = "charts";

QString tr(const char* text) {
    return QCoreApplication::translate("Report", text);
}

QString data_url(const char* type, const QByteArray& bytes) {
    return QStringLiteral("data:%1;base64,%2")
        .arg(QLatin1String(type), QString::fromLatin1(bytes.toBase64()));
}

QString head(const ReportContent& content) {
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "style-src 'unsafe-inline'; img-src data:\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
               "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
               "<meta name=\"generator\" content=\"Stallscope %1\"/>\n"
               "<link rel=\"icon\" href=\"data:,\"/>\n"
               "<title>%2 – %3</title>\n<style>%4</style>\n</head>\n<body>\n")
        .arg(version(), html_text(content.title), tr("Stallscope report"),
             QLatin1String(report_style));
}

/// "2 met, 1 undecided", each word with its sign; of the criteria, not of their parts.
QString counts(const ReportContent& content) {
    if (content.counts.isEmpty()) return {};
    QString html = QStringLiteral("<ul class=\"counts\">\n");
    for (const auto& [status, count] : content.counts) {
        html += QStringLiteral("<li title=\"%1\"><span class=\"word %2\">%3 %4 %5</span></li>\n")
                    .arg(html_text(verdict_meaning(status)), status, verdict_sign(status),
                         QString::number(count), verdict_word(status));
    }
    return html + QLatin1String("</ul>\n");
}

QString opening(const ReportContent& content) {
    QString html = QStringLiteral("<header>\n<p class=\"kind\">%1</p>\n<h1>%2</h1>\n")
                       .arg(tr("Stallscope report"), html_text(content.title));
    if (!content.question.isEmpty()) {
        html += QStringLiteral("<p class=\"question\">%1</p>\n").arg(html_text(content.question));
    }
    html += QStringLiteral("<p class=\"sentence\">%1</p>\n").arg(html_text(content.sentence));
    html += counts(content);
    if (!content.not_whole.isEmpty()) {
        html += QStringLiteral("<p class=\"warning\">%1</p>\n").arg(html_text(content.not_whole));
    }
    if (!content.emulated.isEmpty()) {
        html +=
            QStringLiteral("<p class=\"warning\"><strong>%1</strong> %2</p>\n")
                .arg(tr("Emulated:"),
                     html_text(content.emulated.join(QLatin1String(", ")) + QLatin1String(". ") +
                               tr("A CPU stands for the device: lock waits stand, service "
                                  "times and throughput speak of the mechanism only.")));
    }
    html += QLatin1String("<ul class=\"facts\">\n");
    for (const MarkdownLine& fact : content.facts) {
        html += QLatin1String("<li>") + html_line(fact) + QLatin1String("</li>\n");
    }
    return html + QLatin1String("</ul>\n</header>\n");
}

QString entry(const QString& id, const QString& title) {
    return QStringLiteral("<li><a href=\"#%1\">%2</a></li>\n").arg(id, html_text(title));
}

QString contents(const ReportContent& content, const QVector<ReportFigure>& figures) {
    QString html = QStringLiteral("<nav aria-label=\"%1\">\n<ol>\n").arg(tr("Contents"));
    for (const auto& section : content.verdicts) html += entry(section.id, section.title);
    if (!figures.isEmpty()) html += entry(QLatin1String(figures_id), tr("Charts"));
    for (const auto& section : content.tables) html += entry(section.id, section.title);
    for (const auto& section : content.ground) html += entry(section.id, section.title);
    return html + QLatin1String("</ol>\n</nav>\n");
}

QString sections(const QVector<ReportSection>& sections) {
    QString html;
    for (const ReportSection& section : sections) {
        html += QStringLiteral("<section id=\"%1\">\n<h2>%2</h2>\n%3</section>\n")
                    .arg(section.id, html_text(section.title), html_blocks(section.blocks));
    }
    return html;
}

QString figure_html(const ReportFigure& figure) {
    QString picture = QStringLiteral("<picture>");
    if (!figure.dark_png.isEmpty()) {
        picture += QStringLiteral(
                       "<source media=\"screen and (prefers-color-scheme: dark)\" srcset=\"%1\"/>")
                       .arg(data_url("image/png", figure.dark_png));
    }
    picture +=
        QStringLiteral("<img src=\"%1\" width=\"%2\" height=\"%3\" alt=\"%4\"/></picture>")
            .arg(data_url("image/png", figure.light_png), QString::number(figure.size.width()),
                 QString::number(figure.size.height()), html_text(figure.says));
    QString caption =
        QStringLiteral("<details><summary>%1</summary><p>%2</p></details>")
            .arg(html_text(tr("%1, in words").arg(figure.title)), html_text(figure.says));
    if (!figure.csv.isEmpty()) {
        caption +=
            QStringLiteral("<a class=\"download\" download=\"%1.csv\" href=\"%2\">%3</a>")
                .arg(html_text(figure.id), data_url("text/csv", figure.csv), tr("Values as CSV"));
    }
    return QStringLiteral("<figure id=\"chart-%1\">\n%2\n<figcaption>%3</figcaption>\n</figure>\n")
        .arg(html_text(figure.id), picture, caption);
}

QString charts(const QVector<ReportFigure>& figures) {
    if (figures.isEmpty()) return {};
    QString html = QStringLiteral("<section id=\"%1\">\n<h2>%2</h2>\n<div class=\"figures\">\n")
                       .arg(QLatin1String(figures_id), tr("Charts"));
    for (const ReportFigure& figure : figures) html += figure_html(figure);
    return html + QLatin1String("</div>\n</section>\n");
}

QString closing(const ReportContent& content) {
    return QStringLiteral(
               "<details>\n<summary>%1</summary>\n<pre>%2</pre>\n</details>\n"
               "<footer>\n<p>%3</p>\n</footer>\n</body>\n</html>\n")
        .arg(tr("The experiment as sealed, indented"), preformatted(content.experiment),
             html_text(tr("%1, sealed %2: %3. Engine %4; this report was written by %5 %6.")
                           .arg(content.run_file, content.sealed_at, content.seal, content.engine,
                                product_name(), version())));
}

}  // namespace

QByteArray html_report(const ReportContent& content, const QVector<ReportFigure>& figures) {
    const QString html = head(content) + opening(content) + contents(content, figures) +
                         QLatin1String("<main>\n") + sections(content.verdicts) + charts(figures) +
                         sections(content.tables) + sections(content.ground) +
                         QLatin1String("</main>\n") + closing(content);
    return html.toUtf8();
}

}  // namespace stallscope::app
