// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <functional>
#include <vector>

#include "core/run_tally.h"
#include "widgets/page.h"

class QCheckBox;

namespace stallscope::app {

class CriteriaForest;
class FindingsList;
class LinkedCursor;
class LiveSelectors;
class RunProgress;

/// A run while it is measured: distributions and values over time per cell, mean legs, occupancy,
/// throughput, the criteria as they stand, findings, progress. Draws only what has changed and is
/// seen; in quiet mode only when a visit has ended.
class LivePage final : public Page {
    Q_OBJECT

public:
    explicit LivePage(QWidget* parent = nullptr);
    ~LivePage() override;

    void set_session(RunSession* session) override;
    QList<Chart*> charts() const override;
    void refresh() override;

    bool is_quiet() const;
    /// Charts stand still while a visit is measured, so that drawing takes nothing from it.
    void set_quiet(bool quiet);

signals:
    void pause_requested(bool pause);
    void cancel_requested();

private:
    /// A chart, what it draws, and the state of the run that it drew last.
    struct LiveChart {
        Chart* chart = nullptr;
        std::function<void(const RunData& run)> draw;
        quint64 drawn = 0;
        bool is_stale = true;
    };
    QWidget* make_controls();
    QWidget* make_charts();
    void add_chart(Chart* chart, const QString& definition,
                   std::function<void(const RunData& run)> draw);
    void make_stale();
    bool charts_stand_still(const RunData& run);
    void draw_charts(const RunData& run);

    QPointer<RunSession> m_session;
    LiveSelectors* m_selectors;
    RunProgress* m_progress;
    QCheckBox* m_quiet;
    CriteriaForest* m_forest = nullptr;
    FindingsList* m_findings;
    LinkedCursor* m_linked;
    std::vector<LiveChart> m_charts;
    RunTally m_tally;
    quint64 m_seen = 0, m_findings_seen = 0, m_criteria_seen = 0;
    std::size_t m_ended_visits = 0;  ///< when charts were drawn last
    bool m_is_stale = true;
};

}  // namespace stallscope::app
