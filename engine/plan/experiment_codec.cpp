// SPDX-License-Identifier: Apache-2.0
#include "plan/experiment_codec.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/batch_document.h"
#include "plan/cells_codec.h"
#include "plan/cells_from.h"
#include "plan/criteria_codec.h"
#include "plan/json_pointer.h"
#include "plan/merge_patch.h"
#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr int format_version = 1;
constexpr std::size_t most_conditions = 64;
constexpr std::size_t most_presets = 16;
constexpr double most_visits = 100'000;
constexpr double largest_seed = 9007199254740991.0;  // 2^53 − 1: what every JSON reader keeps

/// What a preset may change. The name, the format and the kind stay.
constexpr std::string_view preset_keys[] = {
    "question", "host",  "streams", "batch",    "cells",    "cells_from", "conditions", "windows",
    "cycles",   "order", "seed",    "criteria", "interval", "looks",      "checks"};

Windows read_windows(const Json& value, Faults& faults) {
    Windows windows;
    ObjectReader reader(value, "/windows", "the windows", faults);
    windows.seconds = reader.number("seconds", windows.seconds, {0.05, 86'400, "s"});
    windows.settle = reader.number("settle", windows.settle, {0, 3'600, "s"});
    windows.lead = reader.number("lead", windows.lead, {0, 60, "s"});
    windows.warm_up = reader.number("warm_up", windows.warm_up, {0, 3'600, "s"});
    windows.guard = reader.number("guard", windows.guard, {0, 10, "s"});
    windows.parts = reader.whole("parts", windows.parts, {1, 1000});
    reader.finish();
    return windows;
}

std::vector<std::string> read_condition_streams(const Json& value, const std::string& pointer,
                                                const std::vector<std::string>& known,
                                                Faults& faults) {
    std::vector<std::string> streams;
    const Json::Array* items = value.array();
    if (!items || items->empty()) {
        faults.add(pointer,
                   items ? "a condition in which nothing runs measures nothing"
                         : "a list of streams is expected, not " + described(value),
                   fmt::format("The streams are: {}.", listed(known)));
        return streams;
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        const std::string place = pointer_to(pointer, i);
        if ((*items)[i].is_null()) continue;
        const auto name = read_text((*items)[i], place, {1, 4096}, faults);
        if (!name) continue;
        if (std::find(known.begin(), known.end(), *name) == known.end()) {
            faults.add(place, fmt::format("there is no stream {}", in_quotes(*name)),
                       suggestion(*name, known, "The streams are"));
        } else if (std::find(streams.begin(), streams.end(), *name) != streams.end()) {
            faults.add(place, fmt::format("stream {} stands here twice", in_quotes(*name)),
                       "Keep one of them.");
        } else {
            streams.push_back(*name);
        }
    }
    return streams;
}

std::vector<Condition> read_conditions(const Json& value, const std::vector<std::string>& streams,
                                       Faults& faults) {
    std::vector<Condition> conditions;
    const Json::Array* items = value.array();
    if (!items || items->empty() || items->size() > most_conditions) {
        faults.add(
            "/conditions",
            items ? fmt::format("1 to {} conditions are expected, not {}", most_conditions,
                                items->size())
                  : "a list of conditions is expected, not " + described(value),
            "A condition is an object like {\"id\": \"both\", \"streams\": [\"a\", \"b\"]}.");
        return conditions;
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        ObjectReader reader((*items)[i], pointer_to("/conditions", i), "a condition", faults);
        if (!reader.is_object()) continue;
        Condition condition;
        const std::string place = reader.at("id");
        if (const Json* id = reader.need("id")) {
            condition.id = read_text(*id, place, any_length, faults).value_or("");
            if (id->text()) check_name(condition.id, place, "a condition's id", faults);
        }
        const bool again =
            std::any_of(conditions.begin(), conditions.end(),
                        [&](const Condition& other) { return other.id == condition.id; });
        if (again && !condition.id.empty()) {
            faults.add(place, fmt::format("there are two conditions {}", in_quotes(condition.id)),
                       "Give each condition an id of its own.");
        }
        if (const Json* named = reader.need("streams"))
            condition.streams =
                read_condition_streams(*named, reader.at("streams"), streams, faults);
        reader.finish();
        if (!condition.id.empty() && !again) conditions.push_back(std::move(condition));
    }
    return conditions;
}

std::vector<std::string> read_checks(ObjectReader& reader) {
    static const std::vector<std::string> known{"clock", "stamps", "bit-identity", "wake-lateness"};
    if (!reader.find("checks")) return {"clock", "stamps", "bit-identity"};
    std::vector<std::string> checks;
    const std::vector<std::string> named = reader.texts("checks", {1, 4096}, 64);
    for (std::size_t i = 0; i < named.size(); ++i) {
        const std::string place = pointer_to(reader.at("checks"), i);
        if (std::find(known.begin(), known.end(), named[i]) == known.end()) {
            const std::string near = nearest_word(named[i], known);
            reader.faults().add(
                place, fmt::format("{} is not a check", in_quotes(named[i])),
                fmt::format("{}This version knows {}.",
                            near.empty() ? "" : fmt::format("Did you mean {}? ", in_quotes(near)),
                            listed(known)));
        } else if (std::find(checks.begin(), checks.end(), named[i]) != checks.end()) {
            reader.faults().add(place,
                                fmt::format("check {} stands here twice", in_quotes(named[i])),
                                "Keep one of them.");
        } else {
            checks.push_back(named[i]);
        }
    }
    return checks;
}

void check_probes(ObjectReader& reader) {
    const Json* probes = reader.find("probes");
    if (!probes) return;
    const Json::Array* items = probes->array();
    if (!items) {
        reader.faults().add(reader.at("probes"),
                            "a list of probes is expected, not " + described(*probes));
    } else if (!items->empty()) {
        reader.faults().add(reader.at("probes"), "this version has no probes yet",
                            "Leave the list empty.");
    }
}

/// Whether one of the streams answers, or calls, and is measured.
bool measures_something(const std::vector<std::string>& running,
                        const std::map<std::string, Stream>& streams) {
    return std::any_of(running.begin(), running.end(),
                       [&](const std::string& name) { return streams.at(name).measured; });
}

/// Every condition has something to measure at the top level, and in each cell that it is
/// measured in.
void check_visits(const Experiment& experiment, Faults& faults) {
    for (std::size_t c = 0; c < experiment.conditions.size(); ++c) {
        const Condition& condition = experiment.conditions[c];
        const bool as_written = measures_something(condition.streams, experiment.streams);
        if (!as_written) {
            faults.add(
                pointer_to(pointer_to("/conditions", c), "streams"),
                fmt::format("no stream of condition {} is measured", in_quotes(condition.id)),
                "Take \"measured\": false away from one of them.");
            continue;
        }
        for (std::size_t i = 0; i < experiment.cells.size(); ++i) {
            const Cell& cell = experiment.cells[i];
            const auto& named = cell.conditions;
            if (std::find(named.begin(), named.end(), condition.id) == named.end()) continue;
            const auto running = experiment.running(cell, condition);
            if (measures_something(running, cell.streams)) continue;
            faults.add(pointer_to("/cells", i),
                       fmt::format("cell {} {} in condition {}", in_quotes(cell.id),
                                   running.empty() ? "switches off every stream that runs"
                                                   : "measures no stream that runs",
                                   in_quotes(condition.id)),
                       "Name the conditions it is measured in: \"conditions\": […].");
        }
    }
    double visits = 0;
    for (const Cell& cell : experiment.cells) visits += static_cast<double>(cell.conditions.size());
    visits *= experiment.cycles * (experiment.order == Order::mirrored ? 2.0 : 1.0);
    if (visits > most_visits) {
        faults.add("/cycles",
                   fmt::format("these would be {} visits, at most {} are measured in one run",
                               number_text(visits), number_text(most_visits)),
                   "Take fewer cycles, or several experiments.");
    }
}

/// Mails are parsed in a native host, and a native host does nothing else; both belong to
/// experiments of kind batch.
void check_host(const Host& host, const std::map<std::string, Stream>& streams, bool is_batch,
                const std::string& place, Faults& faults) {
    const bool native = host.kind == HostKind::native;
    if (is_batch && !native) {
        faults.add(place, "batches are parsed in a native host",
                   "Leave \"kind\" out of the host, or write \"native\".");
    }
    if (!is_batch && native) {
        faults.add(place, "a native host runs in experiments of kind \"batch\" only",
                   "Write \"python\", or leave \"kind\" out.");
    }
    for (const auto& [name, stream] : streams) {
        if (is_batch || !std::holds_alternative<MailWorkload>(stream.workload)) continue;
        faults.add(place, fmt::format("stream {} parses mails", in_quotes(name)),
                   "Write an experiment of kind \"batch\" for that.");
    }
}

void check_hosts(const Experiment& experiment, bool is_batch, Faults& faults) {
    const std::size_t before = faults.count();
    check_host(experiment.host, experiment.streams, is_batch, "/host", faults);
    if (faults.count() != before) return;
    for (std::size_t i = 0; i < experiment.cells.size(); ++i) {
        const Cell& cell = experiment.cells[i];
        check_host(cell.host, cell.streams, is_batch, pointer_to("/cells", i), faults);
    }
}

bool knows_the_format(ObjectReader& reader) {
    const Json* version = reader.need("stallscope", "Write \"stallscope\": 1.");
    if (!version) return true;
    const double* number = version->number();
    if (number && *number == format_version) return true;
    reader.faults().add(reader.at("stallscope"),
                        fmt::format("the format version is {}, this program reads version {}",
                                    described(*version), format_version),
                        number && *number > format_version ? "A newer stallscope can read it."
                                                           : "Write \"stallscope\": 1.");
    return false;
}

void read_presets(ObjectReader& reader) {
    const Json* presets = reader.find("presets");
    if (!presets) return;
    const Json::Object* members = presets->object();
    if (!members || members->size() > most_presets) {
        reader.faults().add(
            reader.at("presets"),
            members ? fmt::format("at most {} presets are expected, not {}", most_presets,
                                  members->size())
                    : "the presets are an object in braces { }, this is " + described(*presets));
        return;
    }
    for (const auto& [name, preset] : *members) {
        const std::string place = pointer_to("/presets", std::string_view(name));
        check_name(name, place, "a preset's name", reader.faults());
        ObjectReader keys(preset, place, "a preset", reader.faults());
        for (const std::string_view key : preset_keys) keys.find(key);
        keys.finish();
    }
}

Experiment read_requests(const Json& document, bool is_batch, Faults& faults) {
    Experiment experiment;
    ObjectReader reader(document, "", "an experiment", faults);
    if (!reader.is_object() || !knows_the_format(reader)) return experiment;
    // What null leaves out is not there to be judged, so nulls make the cells unsound as well.
    const std::size_t before_cells = faults.count();
    refuse_nulls(document, faults);
    if (const Json* name = reader.need("name")) {
        experiment.name = read_text(*name, "/name", any_length, faults).value_or("");
        if (name->text()) check_name(experiment.name, "/name", "an experiment's name", faults);
    }
    experiment.question = reader.text("question", {}, {0, 4000});
    reader.word("kind", texts_of(experiment_kind_words), "a kind of experiment");

    TopLevelStreams top_level;
    const Setup base = read_setup(reader.find("host"), reader.need("streams"), top_level, faults);
    experiment.host = base.host;
    experiment.streams = base.streams;
    std::vector<std::string> names;
    for (const auto& [name, stream] : base.streams) names.push_back(name);
    if (const Json* conditions = reader.need("conditions"))
        experiment.conditions = read_conditions(*conditions, names, faults);
    if (const Json* cells = reader.need("cells"))
        experiment.cells = read_cells(*cells, base, top_level, experiment.conditions, faults);
    const bool cells_are_sound = faults.count() == before_cells;

    if (const Json* windows = reader.find("windows"))
        experiment.windows = read_windows(*windows, faults);
    experiment.cycles = reader.whole("cycles", experiment.cycles, {1, 1000});
    experiment.order = reader.choice("order", experiment.order, order_words, "an order");
    if (const Json* seed = reader.find("seed"))
        experiment.seed = static_cast<std::uint64_t>(
            read_whole(*seed, "/seed", {0, largest_seed}, faults).value_or(1));
    experiment.interval =
        reader.choice("interval", experiment.interval, interval_words, "a kind of interval");
    experiment.looks = reader.choice("looks", experiment.looks, looks_words, "a way of looking");
    const std::size_t before_criteria = faults.count();
    if (const Json* criteria = reader.find("criteria"))
        experiment.criteria = read_criteria(*criteria, experiment, cells_are_sound, faults);
    if (cells_are_sound && faults.count() == before_criteria)
        check_pooled(experiment.criteria, experiment, faults);
    experiment.checks = read_checks(reader);
    check_probes(reader);
    read_presets(reader);
    reader.finish();
    if (cells_are_sound) check_hosts(experiment, is_batch, faults);
    if (cells_are_sound) check_visits(experiment, faults);
    return experiment;
}

bool is_known(const Faults& faults, const std::string& place, const std::string& says) {
    const auto& all = faults.all();
    return std::any_of(all.begin(), all.end(),
                       [&](const Fault& one) { return one.pointer == place && one.says == says; });
}

Experiment read_batch(const Json& document, Faults& faults) {
    // Before anything is written out: what null means is judged where it stands.
    refuse_nulls(document, faults);
    Faults found;
    Experiment experiment = read_requests(written_out(document, found), true, found);
    experiment.kind = ExperimentKind::batch;
    for (const Fault& fault : found.all()) {
        const std::string place = place_in_batch(fault.pointer);
        if (!is_known(faults, place, fault.says)) faults.add(place, fault.says, fault.hint);
    }
    return experiment;
}

}  // namespace

Experiment read_document(const Json& document, Faults& faults) {
    if (!document.member("cells_from")) {
        return is_batch_document(document) ? read_batch(document, faults)
                                           : read_requests(document, false, faults);
    }
    const Json* cells = document.member("cells");
    const std::size_t written = cells && cells->array() ? cells->array()->size() : 0;
    Faults in_factors;
    const Json all_cells = with_crossed_cells(document, in_factors);
    // Cells that cannot be made cannot be judged either.
    if (!in_factors.empty()) {
        faults.absorb(in_factors, "");
        return {};
    }
    Faults found;
    Experiment experiment = is_batch_document(all_cells) ? read_batch(all_cells, found)
                                                         : read_requests(all_cells, false, found);
    for (const Fault& fault : found.all()) {
        const std::string place = place_of_crossed(fault.pointer, written);
        if (!is_known(faults, place, fault.says)) faults.add(place, fault.says, fault.hint);
    }
    return experiment;
}

void check_preset(const Json& document, const std::string& name, const Faults& as_written,
                  Faults& faults) {
    const Json* presets = document.member("presets");
    const Json* preset = presets ? presets->member(name) : nullptr;
    if (!preset || !preset->object()) return;
    Json changes(Json::Object{});
    for (const std::string_view key : preset_keys)
        if (const Json* change = preset->member(key)) changes.object()->emplace(key, *change);
    Json applied = merged(document, changes);
    applied.object()->erase("presets");
    Faults found;
    read_document(applied, found);
    const std::string place = pointer_to(pointer_to("", "presets"), std::string_view(name));
    faults.absorb_override(found, as_written, changes,
                           [&](const std::string& inner) { return place + inner; });
}

}  // namespace stallscope
