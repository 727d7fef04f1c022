// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report_content.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>
#include <algorithm>

#include "core/html_text.h"
#include "core/json_table.h"
#include "core/verdict_words.h"
#include "report/report.h"

namespace stallscope::app {
namespace {

using Kind = MarkdownBlock::Kind;

QString tr(const char* text) {
    return QCoreApplication::translate("Report", text);
}

QString q(const std::string& text) {
    return QString::fromStdString(text);
}

MarkdownBlock paragraph(const QString& text) {
    return {Kind::paragraph, 0, {{{MarkdownSpan::Manner::plain, text}}}, {}};
}

MarkdownLine command(const QString& before, const QString& code) {
    return {{MarkdownSpan::Manner::plain, before + QLatin1String(": ")},
            {MarkdownSpan::Manner::code, code}};
}

/// "Table 10. Criteria" → "table-10-criteria".
QString id_of(const QString& title) {
    static const QRegularExpression other(QStringLiteral("[^a-z0-9]+"));
    return title.toLower().split(other, Qt::SkipEmptyParts).join(u'-');
}

/// The blocks below each heading of level 2; what stands above the first is left out.
QVector<ReportSection> sections_of(const QVector<MarkdownBlock>& blocks) {
    QVector<ReportSection> sections;
    for (const MarkdownBlock& block : blocks) {
        if (block.kind == Kind::heading && block.level == 2) {
            const QString title = plain_text(block.lines.front());
            sections.push_back({id_of(title), title, {}});
        } else if (!sections.isEmpty()) {
            sections.back().blocks.push_back(block);
        }
    }
    return sections;
}

/// The list of facts above the first heading of level 2, without those on emulated devices: a
/// report says that louder.
QVector<MarkdownLine> facts_of(const QVector<MarkdownBlock>& blocks) {
    QVector<MarkdownLine> facts;
    for (const MarkdownBlock& block : blocks) {
        if (block.kind == Kind::heading && block.level == 2) break;
        if (block.kind == Kind::list) facts = block.lines;
    }
    facts.removeIf([](const MarkdownLine& fact) {
        return !fact.isEmpty() && fact.front().text == QLatin1String("emulated");
    });
    return facts;
}

bool is_of_the_verdicts(const QString& title) {
    return title.startsWith(QLatin1String("Table 10")) ||
           title.startsWith(QLatin1String("Conclusions")) ||
           title.startsWith(QLatin1String("Findings"));
}

QString not_whole_sentence(const RunResults& results) {
    if (results.status == "complete") return {};
    return tr("This run is %1: %2 of %3 planned visits are complete.")
        .arg(q(results.status), QString::number(results.visits_complete),
             QString::number(results.visits_planned));
}

QVector<std::pair<QString, int>> counts_of(const RunResults& results) {
    QVector<std::pair<QString, int>> counts;
    for (const QString& status : verdict_statuses()) {
        const auto has_it = [&](const CriterionResult& criterion) {
            return criterion.status == status.toStdString();
        };
        const auto count = std::count_if(results.criteria.begin(), results.criteria.end(), has_it);
        if (count > 0) counts.push_back({status, static_cast<int>(count)});
    }
    return counts;
}

ReportSection how_to_verify(const RunResults& results) {
    const QString file = shell_word(QFileInfo(q(results.file)).fileName());
    MarkdownBlock steps{Kind::list, 0, {}, {}};
    steps.lines = {
        command(
            tr("seal and raw data are unaltered"),
            QStringLiteral("stallscope verify %1 --seal %2").arg(file, q(results.sealed_sha256))),
        command(tr("the figures again, from the raw rows"),
                QStringLiteral("stallscope export %1 --to results").arg(file)),
        command(tr("an export is what the raw data gives"),
                QStringLiteral("stallscope verify %1 results").arg(file))};
    return {QStringLiteral("verify"),
            tr("How to verify"),
            {paragraph(tr("The seal is the SHA-256 of the experiment as it was before the first "
                          "window. All figures of this report follow from the rows of the run "
                          "file.")),
             steps}};
}

QString indented(const std::string& json) {
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
    return document.isNull() ? q(json) : QString::fromUtf8(document.toJson());
}

}  // namespace

ReportContent report_content(const RunResults& results) {
    const QVector<MarkdownBlock> blocks = markdown_blocks(tables_markdown(results));
    ReportContent content;
    content.title = q(results.name);
    content.question = q(results.question);
    content.sentence = q(one_sentence(results));
    content.not_whole = not_whole_sentence(results);
    content.counts = counts_of(results);
    content.facts = facts_of(blocks);
    for (const std::string& stream : results.emulated_streams) content.emulated << q(stream);
    content.seal = q(results.sealed_sha256);
    content.sealed_at = q(results.sealed_at);
    content.engine = q(results.engine);
    content.run_file = QFileInfo(q(results.file)).fileName();
    content.experiment = indented(results.experiment_json);

    content.ground = {
        {QStringLiteral("environment"), tr("Environment"), {json_table(results.environment_json)}},
        {QStringLiteral("run-facts"), tr("Facts of the run"), {json_table(results.facts_json)}},
        how_to_verify(results)};
    for (ReportSection& section : sections_of(blocks)) {
        if (is_of_the_verdicts(section.title)) {
            content.verdicts.push_back(std::move(section));
        } else if (section.title == QLatin1String("Limits")) {
            content.ground.push_back(std::move(section));
        } else {
            content.tables.push_back(std::move(section));
        }
    }
    content.ground.removeIf([](const ReportSection& section) {
        return section.blocks.size() == 1 && section.blocks.front().kind == Kind::table &&
               section.blocks.front().table.rows.isEmpty();
    });
    return content;
}

}  // namespace stallscope::app
