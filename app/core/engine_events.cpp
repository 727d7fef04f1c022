// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine_events.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonDocument>

#include "core/event_fields.h"

namespace stallscope::app {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("stallscope::app::EngineEvents", text);
}

HelloEvent hello(const EventFields& line) {
    return {line.small("schema"), line.text("engine")};
}

PlannedVisit planned_visit(const EventFields& entry) {
    PlannedVisit visit;
    visit.index = entry.small("index", 0);
    visit.cycle = entry.small("cycle", 0);
    visit.half = entry.small("half", 0, 2);
    visit.pass = entry.small("pass", 0);
    visit.cell = entry.text("cell");
    visit.condition = entry.text("condition");
    visit.window_s = entry.number("window_s").value_or(0);
    visit.planned_start_s = entry.number("planned_start_s").value_or(0);
    visit.planned_s = entry.number("planned_s").value_or(0);
    return visit;
}

PlanEvent plan(const EventFields& line) {
    PlanEvent plan;
    plan.experiment = line.text("experiment");
    plan.sealed_sha256 = line.text("sealed_sha256");
    plan.file = line.text("file");
    plan.seconds = line.number("seconds");
    plan.cycles = line.small("cycles", 1);
    plan.runs_code = line.texts("runs_code");
    if (line.has("cells")) plan.cells = line.texts("cells");
    if (line.has("streams")) plan.streams = line.texts("streams");
    if (line.has("conditions")) plan.conditions = line.texts("conditions");
    line.each("visits",
              [&](const EventFields& entry) { plan.visits.push_back(planned_visit(entry)); });
    return plan;
}

StepEvent step(const EventFields& line) {
    return {line.text("name"), line.text("says")};
}

VisitStartedEvent visit_started(const EventFields& line) {
    VisitStartedEvent visit;
    visit.visit = line.integer("visit", 0);
    visit.index = line.small("index", 0);
    visit.attempt = line.small("attempt", 1);
    visit.cycle = line.small("cycle", 0);
    visit.half = line.small("half", 0, 2);
    visit.cell = line.text("cell");
    visit.condition = line.text("condition");
    visit.planned_s = line.number("planned_s").value_or(0);
    return visit;
}

SamplesEvent samples(const EventFields& line) {
    SamplesEvent samples;
    samples.visit = line.integer("visit", 0);
    samples.stream = line.text("stream");
    samples.at_s = line.column<double>("at_s");
    const auto column = [&](const char* key) {
        auto values = line.column<float>(key);
        if (values.size() != samples.at_s.size()) {
            line.fail(key, say("the columns of the engine's \"samples\" differ in length"));
        }
        return values;
    };
    samples.return_ms = column("return_ms");
    samples.e2e_ms = column("e2e_ms");
    samples.occupancy_ms = column("occupancy_ms");
    samples.service_ms = column("service_ms");
    return samples;
}

VisitFinishedEvent visit_finished(const EventFields& line) {
    VisitFinishedEvent visit;
    visit.visit = line.integer("visit", 0);
    visit.status = line.word("status", {"complete", "failed", "discarded"});
    visit.reason = line.text("reason");
    const QJsonObject counted = line.object("counted");
    for (auto entry = counted.begin(); entry != counted.end(); ++entry) {
        if (!entry.value().isDouble()) {
            line.fail("counted", say("\"counted\" of the engine's \"visit_finished\" has something "
                                     "else than numbers"));
        }
        visit.counted[entry.key()] = entry.value().toInteger();
    }
    return visit;
}

CriteriaEvent criteria(const EventFields& line) {
    CriteriaEvent judged;
    line.each("criteria", [&](const EventFields& entry) {
        CriterionState state;
        state.id = entry.text("id");
        state.says = entry.text("says");
        state.status = entry.text("status");
        state.value = entry.number("value");
        state.low = entry.number("low");
        state.high = entry.number("high");
        state.low95 = entry.number("low95");
        state.high95 = entry.number("high95");
        state.margin = entry.number("margin");
        state.look = entry.small("look", 0);
        state.locked_at = entry.small_or_null("locked_at");
        state.unit = entry.text("unit");
        state.why = entry.text("why");
        judged.criteria.push_back(std::move(state));
    });
    return judged;
}

FindingEvent finding(const EventFields& line) {
    return {line.text("id"), line.word("severity", {"blocks", "warns", "note"}), line.text("where"),
            line.text("says"), line.text("advice")};
}

ProgressEvent progress(const EventFields& line) {
    return {line.number("fraction"),  line.number("left_s"),
            line.number("elapsed_s"), line.small("done", 0),
            line.small("visits", 0),  line.word("state", {"running", "paused", "cancelling"})};
}

RunFinishedEvent run_finished(const EventFields& line) {
    return {line.text("status"), line.text("reason"), line.text("file"),
            line.small("exit_code", 0)};
}

Problem problem(const EventFields& entry) {
    return {entry.text("says"), entry.text("where"), entry.text("hint")};
}

ErrorEvent error(const EventFields& line) {
    ErrorEvent error;
    error.kind = line.word(
        "kind", {"usage", "experiment", "measurement", "environment", "stale", "cancelled"});
    error.problems.push_back(problem(line));
    line.each("also", [&](const EventFields& entry) {
        entry.text("kind");
        error.problems.push_back(problem(entry));
    });
    return error;
}

using Parse = EngineEvent (*)(const EventFields&);

template <auto parse>
EngineEvent parsed(const EventFields& line) {
    return parse(line);
}

const QHash<QString, Parse>& kinds() {
    static const QHash<QString, Parse> all{
        {"hello", parsed<hello>},       {"plan", parsed<plan>},
        {"step", parsed<step>},         {"visit_started", parsed<visit_started>},
        {"samples", parsed<samples>},   {"visit_finished", parsed<visit_finished>},
        {"criteria", parsed<criteria>}, {"finding", parsed<finding>},
        {"progress", parsed<progress>}, {"run_finished", parsed<run_finished>},
        {"error", parsed<error>},
    };
    return all;
}

tl::unexpected<Error> no_event(const QString& says, const QString& where = {}) {
    return fail(ErrorKind::measurement, says.toStdString(), where.toStdString(),
                say("This line is left out").toStdString());
}

}  // namespace

Result<EngineEvent> event_from_line(QByteArrayView line) {
    QJsonParseError fault;
    const auto document =
        QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), line.size()), &fault);
    if (fault.error != QJsonParseError::NoError) {
        return no_event(say("a line of the engine is no JSON: %1").arg(fault.errorString()));
    }
    if (!document.isObject()) {
        return no_event(say("a line of the engine is no JSON object"));
    }
    const QJsonObject object = document.object();
    const QJsonValue name = object.value(QLatin1String("event"));
    if (!name.isString()) {
        return no_event(say("a line of the engine does not say which event it is"), "/event");
    }
    const auto kind = kinds().find(name.toString());
    if (kind == kinds().end()) return UnknownEvent{name.toString()};
    std::optional<Error> first_fault;
    EngineEvent event = (*kind)(EventFields(object, name.toString(), first_fault));
    if (first_fault) return tl::unexpected(std::move(*first_fault));
    return event;
}

}  // namespace stallscope::app
