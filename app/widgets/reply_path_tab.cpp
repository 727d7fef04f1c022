// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/reply_path_tab.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <limits>

#include "charts/reply_path_chart.h"
#include "widgets/analysis_words.h"
#include "widgets/data_table.h"

namespace stallscope::app {
namespace {

QVector<TableColumn> columns() {
    const QString ms = QStringLiteral("ms");
    return {{ReplyPathTab::tr("cell")},           {ReplyPathTab::tr("step")},
            {ReplyPathTab::tr("n"), {}, true, 0}, {QStringLiteral("P50"), ms, true},
            {QStringLiteral("P95"), ms, true},    {QStringLiteral("P99"), ms, true}};
}

NumberCell number(std::optional<double> value, const QString& why_none) {
    return value ? NumberCell{*value}
                 : NumberCell{std::numeric_limits<double>::quiet_NaN(), why_none};
}

}  // namespace

ReplyPathTab::ReplyPathTab(QWidget* parent)
    : ExploreTab(parent),
      m_chart(new ReplyPathChart),
      m_model(columns()),
      m_table(new DataTable(m_model, tr("The reply's path"))) {
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_chart);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({440, 260});
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(splitter);
}

void ReplyPathTab::set_run(const ExploredRun& run) {
    m_run = run;
}

void ReplyPathTab::show_choice(const ExploreChoice& choice) {
    std::vector<ReplyPathCell> cells;
    QVector<QVector<TableCell>> rows;
    const auto results = m_run.file->results();
    for (const QString& cell : results ? choice.cells : QStringList()) {
        for (const Row& row : results->rows) {
            if (row.loop || QString::fromStdString(row.cell) != cell ||
                QString::fromStdString(row.condition) != choice.condition ||
                QString::fromStdString(row.stream) != choice.stream) {
                continue;
            }
            cells.push_back({cell, m_run.colour(cell), row.figures.n, reply_path_of(row.figures)});
            for (const ReplyStep& step : cells.back().steps) {
                rows += {TextCell{cell},
                         TextCell{step.title},
                         NumberCell{static_cast<double>(step.n)},
                         number(step.p50, tr("not stamped here")),
                         number(step.p95, tr("not stamped here")),
                         number(step.p99, tr("fewer than 299 requests have no P99"))};
            }
        }
    }
    m_chart->show_cells(
        results ? tr("The reply's path of %1 in %2").arg(choice.stream, choice.condition)
                : tr("The reply's path"),
        std::move(cells));
    m_model.set_rows(std::move(rows));
    m_table->set_empty_text(results ? tr("Nothing of this stream was measured here")
                                    : analysis_words(m_run.file));
    m_table->fit_columns();
}

QList<Chart*> ReplyPathTab::charts() const {
    return {m_chart};
}

}  // namespace stallscope::app
