// SPDX-License-Identifier: Apache-2.0
#include "run/events.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace stallscope::events {
namespace {

// Ordered: "event" comes first in every line, so that a reader (or grep) sees at once what it is.
using Json = nlohmann::ordered_json;

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(const std::optional<double>& value) {
    return value ? number(*value) : Json(nullptr);
}

Json numbers(const std::vector<double>& values) {
    Json array = Json::array();
    for (const double value : values) array.push_back(number(value));
    return array;
}

Json object(const Hello& hello) {
    return {{"event", "hello"}, {"schema", schema}, {"engine", hello.engine}};
}

Json object(const ScheduledVisit& visit) {
    return {{"index", visit.index},
            {"cycle", visit.cycle},
            {"half", visit.half},
            {"pass", visit.pass},
            {"cell", visit.cell},
            {"condition", visit.condition},
            {"window_s", number(visit.window_s)},
            {"planned_start_s", number(visit.planned_start_s)},
            {"planned_s", number(visit.planned_s)}};
}

Json object(const Plan& plan) {
    Json visits = Json::array();
    for (const auto& visit : plan.visits) visits.push_back(object(visit));
    return {{"event", "plan"},
            {"experiment", plan.experiment},
            {"sealed_sha256", plan.sealed_sha256},
            {"file", plan.file},
            {"seconds", number(plan.seconds)},
            {"cycles", plan.cycles},
            {"runs_code", plan.runs_code},
            {"cells", plan.cells},
            {"streams", plan.streams},
            {"conditions", plan.conditions},
            {"visits", std::move(visits)}};
}

Json object(const Step& step) {
    return {{"event", "step"}, {"name", step.name}, {"says", step.says}};
}

Json object(const VisitStarted& visit) {
    return {{"event", "visit_started"},
            {"visit", visit.visit},
            {"index", visit.index},
            {"attempt", visit.attempt},
            {"cycle", visit.cycle},
            {"half", visit.half},
            {"cell", visit.cell},
            {"condition", visit.condition},
            {"planned_s", number(visit.planned_s)}};
}

Json object(const Samples& samples) {
    return {{"event", "samples"},
            {"visit", samples.visit},
            {"stream", samples.stream},
            {"at_s", numbers(samples.at_s)},
            {"return_ms", numbers(samples.return_ms)},
            {"e2e_ms", numbers(samples.e2e_ms)},
            {"occupancy_ms", numbers(samples.occupancy_ms)},
            {"service_ms", numbers(samples.service_ms)}};
}

Json object(const VisitFinished& visit) {
    Json counted = Json::object();
    for (const auto& [stream, requests] : visit.counted) counted[stream] = requests;
    return {{"event", "visit_finished"},
            {"visit", visit.visit},
            {"status", visit.status},
            {"reason", visit.reason},
            {"counted", std::move(counted)}};
}

Json object(const Criteria& judged) {
    Json criteria = Json::array();
    for (const auto& criterion : judged.criteria) {
        criteria.push_back(
            {{"id", criterion.id},
             {"says", criterion.says},
             {"status", criterion.status},
             {"value", number(criterion.value)},
             {"low", number(criterion.low)},
             {"high", number(criterion.high)},
             {"low95", number(criterion.low95)},
             {"high95", number(criterion.high95)},
             {"margin", number(criterion.margin)},
             {"look", criterion.look},
             {"locked_at", criterion.locked_at ? Json(*criterion.locked_at) : Json(nullptr)},
             {"unit", criterion.unit},
             {"why", criterion.why}});
    }
    return {{"event", "criteria"}, {"criteria", std::move(criteria)}};
}

Json object(const FindingSeen& seen) {
    return {{"event", "finding"},
            {"id", seen.finding.id},
            {"severity", seen.finding.severity},
            {"where", seen.finding.where},
            {"says", seen.finding.says},
            {"advice", seen.finding.advice}};
}

Json object(const Progress& progress) {
    return {{"event", "progress"},
            {"fraction", number(progress.fraction)},
            {"left_s", number(progress.left_s)},
            {"elapsed_s", number(progress.elapsed_s)},
            {"done", progress.done},
            {"visits", progress.visits},
            {"state", progress.state}};
}

Json object(const RunFinished& run) {
    return {{"event", "run_finished"},
            {"status", run.status},
            {"reason", run.reason},
            {"file", run.file},
            {"exit_code", run.exit_code}};
}

std::string_view kind_text(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
            return "usage";
        case ErrorKind::experiment:
            return "experiment";
        case ErrorKind::measurement:
            return "measurement";
        case ErrorKind::environment:
            return "environment";
        case ErrorKind::stale:
            return "stale";
        case ErrorKind::cancelled:
            return "cancelled";
    }
    return "measurement";
}

Json fields(const Error& error) {
    return {{"kind", kind_text(error.kind)},
            {"where", error.where},
            {"says", error.says},
            {"hint", error.hint}};
}

/// Further faults lie flat in "also", however deep they were nested.
void collect(const std::vector<Error>& errors, Json& also) {
    for (const auto& error : errors) {
        also.push_back(fields(error));
        collect(error.also, also);
    }
}

Json object(const Failure& failure) {
    Json line = {{"event", "error"}};
    line.update(fields(failure.error));
    line["also"] = Json::array();
    collect(failure.error.also, line["also"]);
    return line;
}

}  // namespace

std::string to_json(const Event& event) {
    const Json line = std::visit([](const auto& what) { return object(what); }, event);
    // Reasons may carry what a user's program printed: broken UTF-8 is replaced, not thrown at.
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stallscope::events
