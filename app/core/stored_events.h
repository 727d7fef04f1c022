// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/results.h"
#include "core/engine_events.h"
#include "plan/experiment.h"
#include "record/run_file.h"

namespace stallscope::app {

// What a run file holds, as the events that its run had: the same figures as the engine's lines.

PlanEvent plan_event(const Experiment& experiment, const QString& sealed_sha256,
                     const QString& file);

/// `first`: the run's first visit, from whose start start_s counts (by the wall clock: a run that
/// was resumed has no other clock in common).
VisitStartedEvent started_event(const StoredVisit& stored, const StoredVisit& first,
                                const Experiment& experiment);
VisitFinishedEvent finished_event(const StoredVisit& stored, QMap<QString, qint64> counted);

SamplesEvent samples_event(qint64 visit, const QString& stream, std::span<const RequestTimes> rows);
SamplesEvent samples_event(qint64 visit, const QString& stream, std::span<const CallRow> rows);
/// Those that arrived in the window.
qint64 counted_in_window(std::span<const RequestTimes> rows, double window_s);
qint64 counted_in_window(std::span<const CallRow> rows, double window_s);

StepEvent check_event(const StoredCheck& check);
FindingEvent finding_event(const StoredFinding& finding);
FindingEvent finding_event(const Finding& finding);
CriteriaEvent criteria_event(const std::vector<CriterionResult>& criteria);
ProgressEvent progress_event(const Experiment& experiment, const std::vector<StoredVisit>& visits);
RunFinishedEvent run_finished_event(std::string_view status, std::string_view reason,
                                    const QString& file);

}  // namespace stallscope::app
