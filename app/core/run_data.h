// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>
#include <map>
#include <optional>
#include <vector>

#include "core/engine_events.h"

namespace stallscope::app {

/// What the charts know of one stream in one visit: parallel columns in the order in which the
/// requests were answered. dispatch = occupancy − service − return.
struct StreamColumns {
    std::vector<double> at_s;  ///< arrival, from the window's start; negative: warm-up
    std::vector<float> return_ms, e2e_ms, occupancy_ms, service_ms;  ///< NaN: not stamped

    std::size_t size() const { return at_s.size(); }
    void append(const SamplesEvent& samples);
};

enum class VisitState { planned, running, complete, failed, discarded, partial };

/// One visit that was started.
struct VisitData {
    qint64 visit = 0;  ///< number in the run file
    int index = 0, attempt = 1, cycle = 0, half = 0;
    QString cell, condition;
    double window_s = 0;
    double start_s = 0;  ///< of the window, from the start of the first visit's host; of a run that
                         ///< is being measured good to about a second
    VisitState state = VisitState::running;
    QString reason;
    std::map<QString, StreamColumns> streams;
};

/// A run as the charts see it, whether it is being measured, replayed from a recorded stream or
/// read from its file: the sum of the events so far. A plain value without signals; whoever draws
/// compares revision() with the one that was drawn last.
class RunData {
public:
    /// Takes one more event. Events of visits that were never started are ignored.
    void apply(EngineEvent event);
    /// Nothing more comes: a visit that still runs stays partial.
    void end();

    const PlanEvent& plan() const { return m_plan; }
    const std::vector<VisitData>& visits() const { return m_visits; }  ///< as started
    const VisitData* find_visit(qint64 visit) const;
    const VisitData* running_visit() const;  ///< nullptr between visits
    const QVector<CriterionState>& criteria() const { return m_criteria; }
    const QVector<FindingEvent>& findings() const { return m_findings; }
    const QVector<StepEvent>& steps() const { return m_steps; }
    const QVector<ErrorEvent>& errors() const { return m_errors; }
    const ProgressEvent& progress() const { return m_progress; }
    const std::optional<RunFinishedEvent>& finished() const { return m_finished; }
    const QString& engine() const { return m_engine; }

    QStringList cells() const;       ///< of the plan, each once, in the experiment's order
    QStringList conditions() const;  ///< the same
    QStringList streams() const;     ///< those that have samples, sorted

    /// Complete and running visits of a cell in a condition, in their order; what charts pool. Of a
    /// place in the schedule that was measured again only the latest attempt, as in the verdicts.
    std::vector<const VisitData*> visits_of(const QString& cell, const QString& condition) const;

    quint64 revision() const { return m_revision; }          ///< grows with every event
    quint64 samples_revision() const { return m_samples; }   ///< with samples, visits, the plan
    quint64 criteria_revision() const { return m_judged; }   ///< with criteria
    quint64 findings_revision() const { return m_noticed; }  ///< with findings, steps, errors

private:
    void take(HelloEvent& event);
    void take(PlanEvent& event);
    void take(StepEvent& event);
    void take(VisitStartedEvent& event);
    void take(SamplesEvent& event);
    void take(VisitFinishedEvent& event);
    void take(CriteriaEvent& event);
    void take(FindingEvent& event);
    void take(ProgressEvent& event);
    void take(RunFinishedEvent& event);
    void take(ErrorEvent& event);
    void take(UnknownEvent& event);
    const PlannedVisit* find_planned(int index) const;
    double expected_start_s(const PlannedVisit* planned, double planned_s) const;

    PlanEvent m_plan;
    std::vector<VisitData> m_visits;
    QHash<qint64, std::size_t> m_place_of;  ///< visit → place in m_visits
    QVector<CriterionState> m_criteria;
    QVector<FindingEvent> m_findings;
    QVector<StepEvent> m_steps;
    QVector<ErrorEvent> m_errors;
    ProgressEvent m_progress;
    std::optional<RunFinishedEvent> m_finished;
    QString m_engine;
    std::optional<double> m_began_at_s;  ///< elapsed when the first visit started
    quint64 m_revision = 0, m_samples = 0, m_judged = 0, m_noticed = 0;
};

}  // namespace stallscope::app
