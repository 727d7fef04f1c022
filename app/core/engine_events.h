// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <variant>
#include <vector>

#include "core/problem.h"

/// The lines of `stallscope run --events` as values: resources/schema/events.schema.json, schema 1.
/// What a line does not know stays at its default; numbers that are null are NaN in columns and
/// empty elsewhere.
namespace stallscope::app {

inline constexpr int events_schema = 1;

struct HelloEvent {
    int schema = 0;
    QString engine;
};

/// One (cell, condition) that will be measured once.
struct PlannedVisit {
    int index = 0;  ///< place in the schedule, from 0
    int cycle = 0;  ///< from 0
    int half = 0;   ///< 1 or 2 in mirrored cycles, 0 for a whole window
    int pass = 0;
    QString cell, condition;
    double window_s = 0, planned_start_s = 0, planned_s = 0;
};

struct PlanEvent {
    QString experiment, sealed_sha256, file;
    std::optional<double> seconds;
    int cycles = 0;
    QStringList runs_code;  ///< sentences: what of the user's own code is executed
    QVector<PlannedVisit> visits;
    /// In the experiment's order (streams: as the conditions name them first); empty: not told.
    QStringList cells, conditions, streams;
};

struct StepEvent {
    QString name, says;
};

struct VisitStartedEvent {
    qint64 visit = 0;  ///< its number in the run file
    int index = 0, attempt = 1, cycle = 0, half = 0;
    QString cell, condition;
    double planned_s = 0;
    /// Known of stored visits only: length of the window; its start, counted from the start of the
    /// first visit's host.
    std::optional<double> window_s, start_s;
};

/// Requests that were answered, as parallel columns of equal length.
struct SamplesEvent {
    qint64 visit = 0;
    QString stream;
    std::vector<double> at_s;  ///< arrival, from the window's start; negative while warming up
    std::vector<float> return_ms, e2e_ms, occupancy_ms, service_ms;  ///< NaN: not stamped
};

struct VisitFinishedEvent {
    qint64 visit = 0;
    QString status;  ///< "complete", "failed", "discarded"; of a stored visit also "partial"
    QString reason;
    QMap<QString, qint64> counted;
};

struct CriterionState {
    QString id, says;
    QString status;  ///< "met", "not_met", "undecided", "unresolvable", "exploratory", "invalid"
    std::optional<double> value, low, high, low95, high95, margin;
    int look = 0;
    std::optional<int> locked_at;
    QString unit, why;
};

struct CriteriaEvent {
    QVector<CriterionState> criteria;
};

struct FindingEvent {
    QString id;
    QString severity;  ///< "blocks", "warns", "note"
    QString where, says, advice;
};

struct ProgressEvent {
    std::optional<double> fraction, left_s, elapsed_s;
    int done = 0, visits = 0;
    QString state;  ///< "running", "paused", "cancelling"
};

struct RunFinishedEvent {
    QString status;  ///< "complete", "partial", "cancelled", "failed"
    QString reason, file;
    int exit_code = 0;
};

struct ErrorEvent {
    QString kind;
    QVector<Problem> problems;  ///< the error, then what was found beside it
};

/// A line of a kind that this version does not know.
struct UnknownEvent {
    QString name;
};

using EngineEvent = std::variant<HelloEvent, PlanEvent, StepEvent, VisitStartedEvent, SamplesEvent,
                                 VisitFinishedEvent, CriteriaEvent, FindingEvent, ProgressEvent,
                                 RunFinishedEvent, ErrorEvent, UnknownEvent>;

/// One line without its end. Error (kind measurement): it is no JSON object with an "event", or a
/// known kind of event lacks a key or has one of another type; `where` names the key.
Result<EngineEvent> event_from_line(QByteArrayView line);

}  // namespace stallscope::app
