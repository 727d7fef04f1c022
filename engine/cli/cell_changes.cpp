// SPDX-License-Identifier: Apache-2.0
#include "cli/cell_changes.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/experiment_words.h"

namespace stallscope::cli {
namespace {

using nlohmann::json;

std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Objects of another kind are other things: they are shown whole, not key by key.
bool same_kind(const json& one, const json& other) {
    return one.is_object() && other.is_object() &&
           one.value("kind", json()) == other.value("kind", json());
}

void compare(const json& from, const json& to, const std::string& place,
             std::vector<Change>& changes) {
    if (from == to) return;
    if (!same_kind(from, to)) {
        changes.push_back(
            {place, from.is_null() ? "" : text_of(from), to.is_null() ? "unset" : text_of(to)});
        return;
    }
    json keys = from;
    keys.update(to);
    for (const auto& [key, ignored] : keys.items()) {
        compare(from.value(key, json()), to.value(key, json()), place + "." + key, changes);
    }
}

/// A workload or a load of another kind is said in words; what is left is compared key by key.
void compare_streams(const std::string& name, const Stream& from, const Stream& to,
                     std::vector<Change>& changes) {
    json base = json::parse(to_json(from));
    const json own = json::parse(to_json(to));
    if (kind_of(from.workload) != kind_of(to.workload)) {
        changes.push_back({name + ".workload", in_words(from.workload), in_words(to.workload)});
        base["workload"] = own["workload"];
    }
    if (from.load.index() != to.load.index()) {
        changes.push_back({name + ".load", in_words(from.load), in_words(to.load)});
        base["load"] = own["load"];
    }
    compare(base, own, name, changes);
}

}  // namespace

std::vector<Change> changes_of(const Experiment& experiment, const Cell& cell) {
    std::vector<Change> changes;
    compare(json::parse(to_json(experiment.host)), json::parse(to_json(cell.host)), "host",
            changes);
    for (const auto& [name, stream] : experiment.streams) {
        const auto own = cell.streams.find(name);
        if (own == cell.streams.end()) {
            changes.push_back({name, "", "off"});
        } else if (!(own->second == stream)) {
            compare_streams(name, stream, own->second, changes);
        }
    }
    for (const auto& [name, stream] : cell.streams) {
        if (!experiment.streams.contains(name)) {
            changes.push_back({name, "", in_words(stream)});
        }
    }
    return changes;
}

std::string to_text(const Change& change) {
    return change.from.empty()
               ? fmt::format("{} {}", change.what, change.to)
               : fmt::format("{} {} (else {})", change.what, change.to, change.from);
}

}  // namespace stallscope::cli
