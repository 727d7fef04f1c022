// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_facts.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "plan/text_guard.h"

namespace stallscope {
namespace {

using Json = nlohmann::json;

/// Null for text that is no JSON, too deep or too long: a run file may come from anywhere.
Json read(std::string_view text) {
    if (!guard_text(text)) {
        return nullptr;
    }
    Json json = Json::parse(text, nullptr, false);
    return json.is_discarded() ? Json(nullptr) : json;
}

std::string text_at(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int whole_at(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer()) {
        return 0;
    }
    const auto value = found->get<std::int64_t>();
    return value > 0 && value <= 1'000'000 ? static_cast<int>(value) : 0;
}

std::int64_t count_at(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

double number_at(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

/// The object inside an object; an empty one where there is none.
Json object_at(const Json& object, std::string_view key) {
    if (!object.is_object()) return Json::object();
    const auto found = object.find(std::string(key));
    return found != object.end() && found->is_object() ? Json(*found) : Json::object();
}

CostModel cost_of(const Json& json) {
    return {number_at(json, "ns_per_message"), number_at(json, "ns_per_byte"),
            number_at(json, "ns_per_thread"), number_at(json, "speedup"), whole_at(json, "cpus")};
}

}  // namespace

BatchFacts batch_facts(std::string_view text, std::string_view stream) {
    BatchFacts facts;
    const Json json = read(text);
    const Json counters = object_at(object_at(json, "counters"), stream);
    facts.counted = !counters.empty();
    facts.threads_started = count_at(counters, "threads_started");
    facts.switches =
        count_at(counters, "voluntary_switches") + count_at(counters, "involuntary_switches");
    facts.most_workers = count_at(counters, "most_workers");
    const Json work = read(text_at(object_at(object_at(json, "devices"), stream), "work"));
    if (!work.is_object()) return facts;
    facts.parser_version = text_at(work, "version");
    facts.sha256 = text_at(work, "sha256");
    facts.messages = count_at(work, "messages");
    facts.bytes = count_at(work, "bytes");
    facts.cpus = whole_at(work, "cpus");
    if (const Json cost = object_at(work, "cost"); !cost.empty()) facts.cost = cost_of(cost);
    return facts;
}

std::map<std::string, DeviceFacts> device_facts(std::string_view text) {
    std::map<std::string, DeviceFacts> found;
    Json json = read(text);
    if (json.is_object() && json.contains("devices")) {
        json = Json(json["devices"]);
    }
    if (!json.is_object()) {
        return found;
    }
    for (const auto& [stream, facts] : json.items()) {
        if (!facts.is_object() || !facts.contains("device")) {
            continue;
        }
        DeviceFacts& device = found[stream];
        device.device = text_at(facts, "device");
        device.device_timer = text_at(facts, "device_timer");
        device.driver = text_at(facts, "driver");
        const auto emulated = facts.find("emulated");
        device.emulated =
            emulated != facts.end() && emulated->is_boolean() && emulated->get<bool>();
        device.hidden = whole_at(facts, "hidden");
        device.layers = whole_at(facts, "layers");
    }
    return found;
}

std::map<std::string, double> measured_lengths_ms(std::string_view preparation_json) {
    std::map<std::string, double> found;
    const Json json = read(preparation_json);
    if (!json.is_object() || !json.contains("lengths_ms") || !json["lengths_ms"].is_object()) {
        return found;
    }
    for (const auto& [key, ms] : json["lengths_ms"].items()) {
        if (ms.is_number()) {
            found[key] = ms.get<double>();
        }
    }
    return found;
}

std::optional<int> decided_after(std::string_view decided_json) {
    const Json json = read(decided_json);
    return json.is_object() && json.contains("cycles") && json["cycles"].is_number_integer()
               ? std::optional(json["cycles"].get<int>())
               : std::nullopt;
}

double clock_resolution_ns(std::string_view figures_json) {
    const Json json = read(figures_json);
    return json.is_object() && json.contains("resolution_ns") && json["resolution_ns"].is_number()
               ? json["resolution_ns"].get<double>()
               : 0;
}

std::string length_key(std::string_view statistic, int calls, std::string_view stream) {
    return fmt::format("{} of {} calls of {}", statistic, calls, stream);
}

std::map<std::string, std::int64_t> counts_by_kind(std::string_view text) {
    std::map<std::string, std::int64_t> found;
    const Json json = read(text);
    if (!json.is_object()) {
        return found;
    }
    for (const auto& [key, value] : json.items()) {
        if (value.is_number_integer()) {
            found[key] += value.get<std::int64_t>();
        } else if (value.is_object()) {
            for (const auto& [kind, count] : value.items()) {
                if (count.is_number_integer()) {
                    found[key + ": " + kind] += count.get<std::int64_t>();
                }
            }
        }
    }
    return found;
}

std::string shown_facts(std::string_view preparation_json) {
    const Json json = read(preparation_json);
    Json shown = Json::object();
    for (const char* key : {"interpreters", "sizes", "lengths_ms"}) {
        if (json.is_object() && json.contains(key)) {
            shown[key] = json[key];
        }
    }
    return shown.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_string(std::string_view text) {
    const Json json = read(text);
    return json.is_string() ? json.get<std::string>() : std::string();
}

}  // namespace stallscope
