// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live_page.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "charts/criteria_forest.h"
#include "charts/leg_ecdf_chart.h"
#include "charts/linked_cursor.h"
#include "charts/occupancy_chart.h"
#include "charts/series_chart.h"
#include "charts/stacked_legs_chart.h"
#include "charts/throughput_chart.h"
#include "core/metric_definitions.h"
#include "core/run_session.h"
#include "widgets/findings_list.h"
#include "widgets/live_selectors.h"
#include "widgets/run_progress.h"

namespace stallscope::app {
namespace {

std::size_t ended_visits(const RunData& run) {
    return run.visits().size() - (run.running_visit() != nullptr ? 1 : 0);
}

QString definitions(std::initializer_list<const char*> ids) {
    QStringList texts;
    for (const char* id : ids) texts += metric_tooltip(QString::fromLatin1(id));
    return texts.join(QStringLiteral("\n\n"));
}

}  // namespace

LivePage::LivePage(QWidget* parent)
    : Page(parent),
      m_selectors(new LiveSelectors),
      m_progress(new RunProgress),
      m_quiet(new QCheckBox(tr("&Quiet"))),
      m_findings(new FindingsList),
      m_linked(new LinkedCursor(this)) {
    setObjectName(QStringLiteral("live_page"));
    auto* split = new QSplitter(Qt::Vertical);
    split->setObjectName(QStringLiteral("live_split"));
    split->setChildrenCollapsible(false);
    split->addWidget(make_charts());
    split->addWidget(m_findings);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    m_findings->setMinimumHeight(48);
    split->setSizes({560, 84});

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(make_controls());
    layout->addWidget(split, 1);
    m_linked->set_charts(charts());

    connect(m_progress, &RunProgress::pause_requested, this, &LivePage::pause_requested);
    connect(m_progress, &RunProgress::cancel_requested, this, &LivePage::cancel_requested);
    connect(m_selectors, &LiveSelectors::changed, this, [this] {
        make_stale();
        refresh();
    });
    connect(m_quiet, &QCheckBox::toggled, this, [this] { m_is_stale = true; });
}

LivePage::~LivePage() = default;

QWidget* LivePage::make_controls() {
    m_quiet->setObjectName(QStringLiteral("quiet"));
    m_quiet->setToolTip(
        tr("Charts stand still while a visit is measured and are drawn when it has "
           "ended, so that drawing takes nothing from what is measured."));
    auto* controls = new QWidget;
    auto* layout = new QVBoxLayout(controls);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* first = new QHBoxLayout;
    first->addWidget(m_selectors);
    first->addStretch(1);
    first->addWidget(m_quiet);
    layout->addWidget(m_progress);
    layout->addLayout(first);
    return controls;
}

void LivePage::add_chart(Chart* chart, const QString& definition,
                         std::function<void(const RunData& run)> draw) {
    chart->set_definition(definition);
    m_charts.push_back({chart, std::move(draw)});
}

QWidget* LivePage::make_charts() {
    auto* ecdf = new LegEcdfChart;
    auto* series = new SeriesChart;
    auto* throughput = new ThroughputChart;
    auto* legs = new StackedLegsChart;
    auto* occupancy = new OccupancyChart;
    m_forest = new CriteriaForest;
    const QString times = definitions({"return", "occupancy", "service", "dispatch", "e2e"});
    add_chart(ecdf, times,
              [this, ecdf](const RunData& run) { ecdf->show_run(run, m_selectors->choice()); });
    add_chart(series, times,
              [this, series](const RunData& run) { series->show_run(run, m_selectors->choice()); });
    add_chart(throughput, definitions({"throughput"}), [this, throughput](const RunData& run) {
        throughput->show_run(run, m_tally, m_selectors->choice());
    });
    add_chart(
        legs, definitions({"dispatch", "service", "return"}),
        [this, legs](const RunData& run) { legs->show_run(run, m_tally, m_selectors->choice()); });
    add_chart(occupancy, definitions({"occupancy"}), [this, occupancy](const RunData& run) {
        occupancy->show_run(run, m_tally, m_selectors->choice().condition);
    });

    auto* page = new QWidget;
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(6);
    grid->addWidget(ecdf, 0, 0, 1, 4);
    grid->addWidget(series, 0, 4, 1, 4);
    grid->addWidget(throughput, 0, 8, 1, 4);
    grid->addWidget(legs, 1, 0, 1, 3);
    grid->addWidget(occupancy, 1, 3, 1, 3);
    grid->addWidget(m_forest, 1, 6, 1, 6);
    for (int column = 0; column < 12; ++column) grid->setColumnStretch(column, 1);
    grid->setRowStretch(0, 10);
    grid->setRowStretch(1, 11);
    return page;
}

QList<Chart*> LivePage::charts() const {
    QList<Chart*> all;
    for (const LiveChart& live : m_charts) all += live.chart;
    all += m_forest;
    return all;
}

bool LivePage::is_quiet() const {
    return m_quiet->isChecked();
}

void LivePage::set_quiet(bool quiet) {
    m_quiet->setChecked(quiet);
}

void LivePage::make_stale() {
    m_is_stale = true;
    for (LiveChart& live : m_charts) live.is_stale = true;
}

void LivePage::set_session(RunSession* session) {
    if (m_session == session) return;
    m_session = session;
    m_tally = {};
    m_seen = m_findings_seen = m_criteria_seen = 0;
    m_ended_visits = 0;
    make_stale();
    m_selectors->reset();
    m_progress->show_none();
    m_findings->clear();
    m_forest->show_criteria({});
    for (Chart* chart : charts()) chart->set_follow(true);
    if (!session) {
        const RunData nothing;
        for (LiveChart& live : m_charts) live.draw(nothing);
    }
    refresh();
}

// In quiet mode what has ended is drawn, once; engines leave little time between two visits.
bool LivePage::charts_stand_still(const RunData& run) {
    const std::size_t ended = ended_visits(run);
    const bool stand = is_quiet() && run.running_visit() != nullptr && ended == m_ended_visits;
    m_ended_visits = ended;
    return stand;
}

void LivePage::refresh() {
    if (!m_session) return;
    const RunData& run = m_session->data();
    if (!m_is_stale && run.revision() == m_seen) return;
    const bool was_asked = m_is_stale;
    m_is_stale = false;
    m_seen = run.revision();
    const bool is_measured = m_session->is_live() && m_session->file() == nullptr;
    m_progress->show_run(run, is_measured && !run.finished());
    if (charts_stand_still(run) && !was_asked) return;
    m_selectors->offer(run);
    draw_charts(run);
    if (m_criteria_seen != run.criteria_revision()) {
        m_criteria_seen = run.criteria_revision();
        m_forest->show_criteria(run.criteria());
    }
    if (m_findings_seen != run.findings_revision()) {
        m_findings_seen = run.findings_revision();
        m_findings->show_run(run);
    }
}

void LivePage::draw_charts(const RunData& run) {
    const quint64 now = run.samples_revision();
    const auto is_due = [&](const LiveChart& live) {
        return (live.is_stale || live.drawn != now) && live.chart->isVisibleTo(this);
    };
    if (std::none_of(m_charts.begin(), m_charts.end(), is_due)) return;
    m_tally.update(run);
    for (LiveChart& live : m_charts) {
        if (!is_due(live)) continue;
        live.draw(run);
        live.drawn = now;
        live.is_stale = false;
    }
}

}  // namespace stallscope::app
