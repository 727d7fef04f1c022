// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stored_events.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/chosen_visits.h"
#include "plan/exit_code.h"
#include "plan/schedule.h"
#include "plan/stream_order.h"

namespace stallscope::app {
namespace {

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// As in the engine's samples: both stamps taken, else NaN.
float leg_ms(std::int64_t from, std::int64_t to) {
    if (from == not_taken || to == not_taken) return std::numeric_limits<float>::quiet_NaN();
    return static_cast<float>(static_cast<double>(to - from) / 1e6);
}

double seconds(std::int64_t ns) {
    return ns == not_taken ? std::numeric_limits<double>::quiet_NaN()
                           : static_cast<double>(ns) / 1e9;
}

SamplesEvent columns_for(qint64 visit, const QString& stream, std::size_t rows) {
    SamplesEvent samples;
    samples.visit = visit;
    samples.stream = stream;
    samples.at_s.reserve(rows);
    for (auto* column :
         {&samples.return_ms, &samples.e2e_ms, &samples.occupancy_ms, &samples.service_ms}) {
        column->reserve(rows);
    }
    return samples;
}

template <class Row>
qint64 count_in(std::span<const Row> rows, double window_s, std::int64_t Row::*at) {
    const auto window_ns = std::llround(window_s * 1e9);
    return std::count_if(rows.begin(), rows.end(),
                         [&](const Row& row) { return row.*at >= 0 && row.*at < window_ns; });
}

/// Host start to the window's start, as far as a visit that did not end tells.
double before_window_s(const StoredVisit& stored, const Experiment& experiment) {
    const Windows& windows = experiment.windows;
    return (stored.end ? stored.end->host_start_s : 0) + windows.settle + windows.lead +
           windows.warm_up;
}

int exit_code_of(std::string_view status) {
    if (status == "complete") return ExitCode::done;
    return status == "cancelled" ? ExitCode::cancelled : ExitCode::measurement_failed;
}

}  // namespace

PlanEvent plan_event(const Experiment& experiment, const QString& sealed_sha256,
                     const QString& file) {
    PlanEvent plan;
    plan.experiment = text(experiment.name);
    plan.sealed_sha256 = sealed_sha256;
    plan.file = file;
    plan.cycles = experiment.cycles;
    for (const Cell& cell : experiment.cells) plan.cells.push_back(text(cell.id));
    for (const Condition& one : experiment.conditions) plan.conditions.push_back(text(one.id));
    for (const std::string& name : streams_in_order(experiment)) plan.streams.push_back(text(name));
    const auto schedule = schedule_of(experiment);
    plan.seconds = planned_seconds(schedule);
    for (const ScheduledVisit& visit : schedule) {
        plan.visits.push_back({visit.index, visit.cycle, visit.half, visit.pass, text(visit.cell),
                               text(visit.condition), visit.window_s, visit.planned_start_s,
                               visit.planned_s});
    }
    return plan;
}

VisitStartedEvent started_event(const StoredVisit& stored, const StoredVisit& first,
                                const Experiment& experiment) {
    const VisitRow& visit = stored.visit;
    VisitStartedEvent event;
    event.visit = visit.id;
    event.index = visit.schedule_index;
    event.attempt = visit.attempt;
    event.cycle = visit.cycle;
    event.half = visit.half;
    event.cell = text(visit.cell);
    event.condition = text(visit.condition);
    event.window_s = visit.window_s;
    event.planned_s = before_window_s(stored, experiment) + visit.window_s;
    const auto since_ns = visit.started_unix_ns - first.visit.started_unix_ns;
    event.start_s = static_cast<double>(since_ns) / 1e9 + before_window_s(stored, experiment);
    return event;
}

VisitFinishedEvent finished_event(const StoredVisit& stored, QMap<QString, qint64> counted) {
    VisitFinishedEvent event;
    event.visit = stored.visit.id;
    event.counted = std::move(counted);
    if (!stored.end) {
        event.status = "partial";
        return event;
    }
    event.reason = text(stored.end->reason);
    switch (stored.end->status) {
        case VisitStatus::complete:
            event.status = "complete";
            break;
        case VisitStatus::failed:
            event.status = "failed";
            break;
        case VisitStatus::discarded:
            event.status = "discarded";
            break;
    }
    return event;
}

SamplesEvent samples_event(qint64 visit, const QString& stream,
                           std::span<const RequestTimes> rows) {
    SamplesEvent samples = columns_for(visit, stream, rows.size());
    for (const RequestTimes& row : rows) {
        samples.at_s.push_back(seconds(row.arrival));
        samples.return_ms.push_back(leg_ms(row.service_end, row.received));
        samples.e2e_ms.push_back(leg_ms(row.submit, row.response));
        samples.occupancy_ms.push_back(leg_ms(row.dispatch, row.received));
        samples.service_ms.push_back(leg_ms(row.service_start, row.service_end));
    }
    return samples;
}

SamplesEvent samples_event(qint64 visit, const QString& stream, std::span<const CallRow> rows) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    SamplesEvent samples = columns_for(visit, stream, rows.size());
    for (const CallRow& row : rows) {
        samples.at_s.push_back(seconds(row.start));
        samples.return_ms.push_back(none);
        samples.e2e_ms.push_back(leg_ms(row.start, row.end));
        samples.occupancy_ms.push_back(none);
        samples.service_ms.push_back(none);
    }
    return samples;
}

qint64 counted_in_window(std::span<const RequestTimes> rows, double window_s) {
    return count_in(rows, window_s, &RequestTimes::arrival);
}

qint64 counted_in_window(std::span<const CallRow> rows, double window_s) {
    return count_in(rows, window_s, &CallRow::start);
}

StepEvent check_event(const StoredCheck& check) {
    return {check.passed ? QStringLiteral("check passed") : QStringLiteral("check failed"),
            QStringLiteral("%1: %2").arg(text(check.name), text(check.says))};
}

FindingEvent finding_event(const StoredFinding& finding) {
    return {text(finding.id), text(finding.severity), text(finding.where), text(finding.says),
            text(finding.advice)};
}

FindingEvent finding_event(const Finding& finding) {
    return {text(finding.id), text(finding.severity), text(finding.where), text(finding.says),
            text(finding.advice)};
}

CriteriaEvent criteria_event(const std::vector<CriterionResult>& criteria) {
    CriteriaEvent event;
    for (const CriterionResult& criterion : criteria) {
        CriterionState state;
        state.id = text(criterion.id);
        state.says = text(criterion.says);
        state.status = text(criterion.status);
        state.value = criterion.value;
        state.low = criterion.low;
        state.high = criterion.high;
        state.low95 = criterion.low95;
        state.high95 = criterion.high95;
        state.margin = criterion.margin;
        state.look = criterion.look;
        state.locked_at = criterion.locked_at;
        state.unit = text(criterion.unit);
        state.why = text(criterion.why);
        event.criteria.push_back(std::move(state));
    }
    return event;
}

ProgressEvent progress_event(const Experiment& experiment, const std::vector<StoredVisit>& visits) {
    ProgressEvent progress;
    progress.visits = static_cast<int>(schedule_of(experiment).size());
    progress.done = static_cast<int>(choose_visits(visits).counted.size());
    progress.fraction = progress.visits > 0 ? 1.0 * progress.done / progress.visits : 1.0;
    progress.state = "running";
    return progress;
}

RunFinishedEvent run_finished_event(std::string_view status, std::string_view reason,
                                    const QString& file) {
    return {text(status), text(reason), file, exit_code_of(status)};
}

}  // namespace stallscope::app
