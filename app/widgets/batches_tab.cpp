// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/batches_tab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "charts/crossover_chart.h"
#include "charts/thread_chart.h"
#include "widgets/analysis_words.h"
#include "widgets/choices.h"

namespace stallscope::app {

BatchesTab::BatchesTab(QWidget* parent)
    : ExploreTab(parent),
      m_sweep(new QComboBox),
      m_sweep_row(new QWidget),
      m_threads(new ThreadChart),
      m_crossover(new CrossoverChart) {
    m_sweep->setObjectName(QStringLiteral("sweep"));
    m_sweep->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* row = new QHBoxLayout(m_sweep_row);
    row->setContentsMargins(0, 0, 0, 0);
    add_labelled(*row, tr("&Sweep"), m_sweep);
    row->addStretch(1);
    auto* charts = new QHBoxLayout;
    charts->addWidget(m_threads, 1);
    charts->addWidget(m_crossover, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_sweep_row);
    layout->addLayout(charts, 1);
    connect(m_sweep, &QComboBox::currentIndexChanged, this, &BatchesTab::show_sweep);
}

void BatchesTab::set_run(const ExploredRun& run) {
    m_run = run;
    m_shown = nullptr;
}

void BatchesTab::show_choice(const ExploreChoice& /*choice*/) {
    const auto results = m_run.file->results();
    if (!results) {
        m_threads->show_curves({}, analysis_words(m_run.file));
        m_crossover->hide();
        m_sweep_row->hide();
        return;
    }
    if (results == m_shown) return;
    m_shown = results;
    offer_sweeps();
    auto curves = thread_curves(results->batch_rows);
    // A sweep's lines are its map's, and too many to be told apart.
    if (!results->crossovers.empty()) {
        std::erase_if(curves, [&](const ThreadCurve& curve) {
            return std::any_of(
                results->crossovers.begin(), results->crossovers.end(), [&](const auto& sweep) {
                    const auto& cells = sweep.cells;
                    return std::find(cells.begin(), cells.end(),
                                     curve.points.front().cell.toStdString()) != cells.end();
                });
        });
    }
    m_threads->setVisible(!curves.empty() || results->crossovers.empty());
    m_threads->show_curves(std::move(curves),
                           tr("No two cells differ in the number of threads alone"));
    m_crossover->setVisible(!results->crossovers.empty());
    show_sweep();
}

void BatchesTab::offer_sweeps() {
    const QSignalBlocker blocker(m_sweep);
    const int before = m_sweep->currentIndex();
    m_sweep->clear();
    for (const Crossover& sweep : m_shown->crossovers) m_sweep->addItem(crossover_map(sweep).title);
    m_sweep->setCurrentIndex(std::clamp(before, 0, std::max(0, m_sweep->count() - 1)));
    m_sweep_row->setVisible(m_sweep->count() > 1);
}

void BatchesTab::show_sweep() {
    const auto index = static_cast<std::size_t>(std::max(0, m_sweep->currentIndex()));
    if (!m_shown || index >= m_shown->crossovers.size()) return;
    m_crossover->show_map(crossover_map(m_shown->crossovers[index]));
}

QList<Chart*> BatchesTab::charts() const {
    QList<Chart*> shown;
    if (!m_threads->isHidden()) shown += m_threads;
    if (!m_crossover->isHidden()) shown += m_crossover;
    return shown;
}

}  // namespace stallscope::app
