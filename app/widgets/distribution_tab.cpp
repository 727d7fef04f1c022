// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution_tab.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QRadioButton>
#include <QVBoxLayout>

#include "charts/distribution_chart.h"
#include "widgets/choices.h"
#include "widgets/leg_picker.h"

namespace stallscope::app {

DistributionTab::DistributionTab(QWidget* parent)
    : ExploreTab(parent),
      m_leg(new LegPicker),
      m_view(new QButtonGroup(this)),
      m_chart(new DistributionChart) {
    auto* histogram = new QRadioButton(tr("&Histogram"));
    histogram->setObjectName(QStringLiteral("histogram"));
    histogram->setChecked(true);
    auto* cumulative = new QRadioButton(tr("C&umulative"));
    cumulative->setObjectName(QStringLiteral("cumulative"));
    cumulative->setToolTip(tr("The share of the requests that took at most so long (ECDF)"));
    m_view->addButton(histogram, static_cast<int>(DistributionView::histogram));
    m_view->addButton(cumulative, static_cast<int>(DistributionView::cumulative));

    auto* row = new QHBoxLayout;
    add_labelled(*row, tr("&Leg"), m_leg);
    row->addSpacing(16);
    row->addWidget(histogram);
    row->addWidget(cumulative);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);

    connect(m_leg, &LegPicker::leg_changed, this, &ExploreTab::changed_inside);
    connect(m_view, &QButtonGroup::idClicked, this,
            [this](int view) { m_chart->set_view(static_cast<DistributionView>(view)); });
}

void DistributionTab::set_run(const ExploredRun& run) {
    m_run = run;
    if (m_run.legs && !m_run.places().has_stamps()) m_leg->set_leg(Leg::e2e);
}

void DistributionTab::show_choice(const ExploreChoice& choice) {
    std::vector<DistributionLine> lines;
    for (const QString& cell : choice.cells) {
        const Place place{cell, choice.condition, choice.stream};
        const MeasuredPlace* measured = m_run.places().find(place);
        if (measured == nullptr || measured->loop) continue;
        lines.push_back({cell, m_run.colour(cell), m_run.legs->legs(place, m_leg->leg())});
    }
    m_chart->show_lines(
        tr("%1 of %2 in %3").arg(leg_title(m_leg->leg()), choice.stream, choice.condition),
        leg_title(m_leg->leg()), std::move(lines));
}

QList<Chart*> DistributionTab::charts() const {
    return {m_chart};
}

}  // namespace stallscope::app
