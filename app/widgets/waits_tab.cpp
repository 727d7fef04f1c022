// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/waits_tab.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "charts/wait_density_chart.h"
#include "widgets/choices.h"

namespace stallscope::app {

WaitsTab::WaitsTab(QWidget* parent)
    : ExploreTab(parent),
      m_suspect(new QComboBox),
      m_empty(new QLabel(tr("In this condition no other stream runs beside this one. Choose a "
                            "condition with several streams."))),
      m_grid(new QGridLayout) {
    m_suspect->setObjectName(QStringLiteral("suspect"));
    auto* says = new QLabel(
        tr("Requests whose forward ended while a call of the other stream was running. On the "
           "dashed line the reply comes when that call ends: it waited for what the call held."));
    says->setWordWrap(true);
    m_empty->setObjectName(QStringLiteral("empty_text"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    auto* row = new QHBoxLayout;
    add_labelled(*row, tr("Calls &of"), m_suspect);
    row->addSpacing(16);
    row->addWidget(says, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(m_empty, 1);
    layout->addLayout(m_grid, 1);
    connect(m_suspect, &QComboBox::currentIndexChanged, this, &ExploreTab::changed_inside);
}

void WaitsTab::set_run(const ExploredRun& run) {
    m_run = run;
    make_charts({});
}

void WaitsTab::offer_suspects(const ExploreChoice& choice) {
    QStringList suspects;
    for (const QString& cell : m_run.places().cells()) {
        const auto* place = m_run.places().find({cell, choice.condition, choice.stream});
        if (place == nullptr) continue;
        for (const QString& suspect : place->suspects) {
            if (!suspects.contains(suspect)) suspects += suspect;
        }
    }
    QStringList offered;
    for (int i = 0; i < m_suspect->count(); ++i) offered += m_suspect->itemText(i);
    if (offered == suspects) return;
    const QSignalBlocker blocker(m_suspect);
    const QString before = m_suspect->currentText();
    m_suspect->clear();
    m_suspect->addItems(suspects);
    m_suspect->setCurrentIndex(std::max(0, static_cast<int>(suspects.indexOf(before))));
}

QStringList WaitsTab::cells_with_calls(const ExploreChoice& choice, const QString& suspect) const {
    QStringList cells;
    for (const QString& cell : choice.cells) {
        const auto* place = m_run.places().find({cell, choice.condition, choice.stream});
        if (place != nullptr && !place->loop && place->suspects.contains(suspect)) cells += cell;
    }
    return cells;
}

void WaitsTab::make_charts(const QStringList& cells) {
    if (cells == m_cells) return;
    qDeleteAll(m_charts);
    m_charts.clear();
    m_cells = cells;
    const int wide = cells.size() <= 1 ? 1 : cells.size() <= 4 ? 2 : 3;
    for (int i = 0; i < cells.size(); ++i) {
        auto* chart = new WaitDensityChart;
        chart->setObjectName(QStringLiteral("waits_") + cells[i]);
        m_grid->addWidget(chart, i / wide, i % wide);
        m_charts += chart;
    }
}

void WaitsTab::show_choice(const ExploreChoice& choice) {
    offer_suspects(choice);
    const QString suspect = m_suspect->currentText();
    make_charts(suspect.isEmpty() ? QStringList() : cells_with_calls(choice, suspect));
    m_empty->setVisible(m_charts.isEmpty());
    double left = 0, wait = 0;
    for (int i = 0; i < m_charts.size(); ++i) {
        const Place place{m_cells[i], choice.condition, choice.stream};
        const bool on_thread = m_run.places().find(place)->on_thread;
        WaitDensityChart* chart = m_charts[i];
        chart->show_waits(m_cells[i], suspect,
                          on_thread ? QStringLiteral("received") : QStringLiteral("header"),
                          m_run.legs->waits(place, suspect));
        left = std::max(left, chart->wanted_left_ms());
        wait = std::max(wait, chart->wanted_wait_ms());
    }
    for (WaitDensityChart* chart : m_charts) chart->set_extent(left, wait);
}

QList<Chart*> WaitsTab::charts() const {
    return {m_charts.begin(), m_charts.end()};
}

}  // namespace stallscope::app
