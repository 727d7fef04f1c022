// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "analysis/chosen_visits.h"
#include "analysis/half_series.h"
#include "analysis/proof_recording.h"
#include "analysis/stream_words.h"
#include "plan/seal.h"
#include "plan/text_guard.h"

namespace stallscope {
namespace {

const std::vector<std::string> recorded_metrics = {"e2e", "return", "service", "throughput"};

/// The half-visits of one visit: one, or two in a mirrored order.
using Halves = std::vector<StoredVisit>;

/// Adds the rows of one visit and stream; what has no value has no row.
Result<void> add_stream(Recording& recording, const RunReader& run, const Halves& halves,
                        const std::string& stream, const std::string& shown,
                        const std::string& cell) {
    std::vector<HalfRecord> records;
    for (const StoredVisit& stored : halves) {
        const auto rows = run.requests(stored.visit.id, stream);
        if (!rows) {
            return tl::unexpected(rows.error());
        }
        // Where they are served is of no interest here.
        records.push_back(
            half_record(*rows, recorded_metrics, std::llround(stored.visit.window_s * 1e9), false));
    }
    for (const std::string& metric : recorded_metrics) {
        const CostScale scale = scale_of(metric);
        std::vector<HalfVisit> all;
        for (const HalfRecord& record : records) {
            all.push_back(record.metrics.at(metric).view());
        }
        const VisitValue tail = visit_value(all, scale, Statistic::p95, recording.parts);
        for (std::size_t h = 0; h < halves.size(); ++h) {
            const auto one = std::span(all).subspan(h, 1);
            const auto total = cost_total(one, scale);
            if (!total || total->n < 1) {
                continue;
            }
            const VisitValue typical = visit_value(one, scale, Statistic::typical, recording.parts);
            RecordedHalf& row = recording.halves.emplace_back();
            row.cycle = halves[h].visit.cycle;
            row.half = halves[h].visit.half;
            row.position = halves[h].visit.position;
            row.cell = cell;
            row.stream = shown;
            row.metric = metric;
            row.n = std::llround(total->n);
            row.parts = typical.parts;
            row.typical = typical.y;
            // One quantile over both halves, where each has too few: then both rows have it.
            row.p95 = tail.pooled ? tail.y : visit_value(one, scale, Statistic::p95, 1).y;
            row.cost_ms = total->cost_ms;
        }
    }
    return {};
}

const Cell* duplicate_in(const Experiment& experiment) {
    const auto found = std::find_if(experiment.cells.begin(), experiment.cells.end(),
                                    [](const Cell& cell) { return !cell.duplicate_of.empty(); });
    return found == experiment.cells.end() ? nullptr : &*found;
}

/// A fact stands in one line.
std::string in_a_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return text;
}

std::string streams_in_words(const Cell& cell) {
    std::string words;
    for (const auto& [name, stream] : cell.streams) {
        words += fmt::format("{}{}: {} ({}, {}, {})", words.empty() ? "" : "; ", name,
                             workload_words(stream.workload), to_text(stream.placement),
                             to_text(stream.binding), load_words(stream.load));
    }
    return in_a_line(words);
}

double median(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::string string_at(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

std::string machine_words(std::string_view environment_json) {
    using Json = nlohmann::json;
    const Json json = guard_text(environment_json) ? Json::parse(environment_json, nullptr, false)
                                                   : Json(nullptr);
    if (!json.is_object()) {
        return "unknown";
    }
    std::vector<std::string> words = {string_at(json, "cpu_model")};
    const auto cpus = json.find("cpus_allowed");
    if (cpus != json.end() && cpus->is_number_integer()) {
        words.push_back(fmt::format("{} CPUs", cpus->get<int>()));
    }
    words.push_back(string_at(json, "architecture"));
    const auto is_virtual = json.find("virtualised");
    if (is_virtual != json.end() && is_virtual->is_boolean() && is_virtual->get<bool>()) {
        words.emplace_back("virtualised");
    }
    words.push_back(string_at(json, "os"));
    words.erase(std::remove(words.begin(), words.end(), std::string()), words.end());
    return words.empty() ? "unknown" : in_a_line(fmt::format("{}", fmt::join(words, ", ")));
}

Result<Recording> record_of(const RunReader& run) {
    const auto text = run.sealed_text();
    const auto environment = run.environment();
    const auto visits = run.visits();
    if (!text || !environment || !visits) {
        return tl::unexpected(!text          ? text.error()
                              : !environment ? environment.error()
                                             : visits.error());
    }
    const auto experiment = unseal(*text);
    if (!experiment) {
        return tl::unexpected(experiment.error());
    }
    const Cell* twin = duplicate_in(*experiment);
    if (twin == nullptr) {
        return fail(ErrorKind::measurement, "no cell of this run duplicates another", {},
                    "record a run whose experiment has a cell with \"duplicate_of\"");
    }
    Recording recording;
    recording.name = in_a_line(experiment->name);
    recording.workload = streams_in_words(*twin);
    recording.machine = machine_words(*environment);
    recording.order = to_text(experiment->order);
    recording.parts = experiment->windows.parts;

    // (cycle, condition, cell) → its half-visits
    std::map<std::tuple<int, std::string, std::string>, Halves> groups;
    const std::size_t wanted = experiment->order == Order::mirrored ? 2 : 1;
    std::vector<double> foreign;
    for (const StoredVisit& stored : choose_visits(*visits).counted) {
        if (stored.visit.cell == twin->id || stored.visit.cell == twin->duplicate_of) {
            const std::string cell = stored.visit.cell == twin->id ? "A2" : "A";
            groups[{stored.visit.cycle, stored.visit.condition, cell}].push_back(stored);
            foreign.push_back(stored.end->foreign_cpu_s / stored.visit.window_s);
            recording.window_ms = stored.visit.window_s * 1000;
        }
    }
    recording.foreign_cpu = median(foreign);
    recording.load = recording.foreign_cpu > quiet_foreign_cpu ? "stressed" : "quiet";
    std::map<int, int> complete;  // cycle → groups
    for (auto& [key, halves] : groups) {
        const auto& [cycle, condition, cell] = key;
        if (halves.size() != wanted) {
            continue;
        }
        ++complete[cycle];
        std::sort(halves.begin(), halves.end(), [](const StoredVisit& a, const StoredVisit& b) {
            return a.visit.half < b.visit.half;
        });
        const auto streams = run.streams(halves.front().visit.id);
        if (!streams) {
            return tl::unexpected(streams.error());
        }
        for (const std::string& stream : *streams) {
            const std::string shown =
                twin->conditions.size() > 1 ? stream + "@" + condition : stream;
            if (shown.find_first_of(",\r\n") != std::string::npos) {
                return fail(ErrorKind::measurement, "a recording's names have no commas", stream,
                            "rename the stream or the condition");
            }
            auto added = add_stream(recording, run, halves, stream, shown, cell);
            if (!added) {
                return tl::unexpected(added.error());
            }
        }
    }
    const auto each = static_cast<int>(2 * twin->conditions.size());
    recording.cycles = static_cast<int>(std::count_if(
        complete.begin(), complete.end(), [each](const auto& of) { return of.second == each; }));
    if (recording.halves.empty()) {
        return fail(ErrorKind::measurement, "no complete visit of both cells", recording.name,
                    "wait until the run has a complete cycle");
    }
    std::stable_sort(
        recording.halves.begin(), recording.halves.end(),
        [](const RecordedHalf& a, const RecordedHalf& b) { return a.position < b.position; });
    return recording;
}

}  // namespace stallscope
