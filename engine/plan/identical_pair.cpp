// SPDX-License-Identifier: Apache-2.0
#include "plan/identical_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "plan/metrics.h"

namespace stallscope {
namespace {

using Json = nlohmann::json;

/// The cell a criterion compares with; empty for an absolute one.
const std::string& compared_with(const Criterion& criterion) {
    return criterion.form == Form::gap_closed ? criterion.gap_from : criterion.against;
}

std::string most_compared_with(const Experiment& experiment) {
    std::map<std::string, int> count;
    for (const Criterion& criterion : experiment.criteria) {
        ++count[compared_with(criterion)];
    }
    std::string most;
    int times = 0;
    for (const Cell& cell : experiment.cells) {
        const auto found = count.find(cell.id);
        if (found != count.end() && found->second > times) {
            most = cell.id;
            times = found->second;
        }
    }
    return most.empty() && !experiment.cells.empty() ? experiment.cells.front().id : most;
}

/// What a batch experiment says of its one stream.
Json batch_of(const Stream& stream) {
    Json batch = Json::parse(to_json(stream.workload));
    batch.erase("kind");
    batch["distinct"] = stream.inputs.seeds;
    return batch;
}

/// The cell as it is after merging, so that nothing depends on cells that are left out.
Json written_out(const Experiment& experiment, const Cell& cell) {
    if (experiment.kind == ExperimentKind::batch) {
        return {{"id", cell.id},
                {"says", cell.says},
                {"host", Json::parse(to_json(cell.host))},
                {"batch", batch_of(cell.streams.at("batch"))}};
    }
    Json streams = Json::object();
    for (const auto& [name, stream] : experiment.streams) {
        const auto own = cell.streams.find(name);
        streams[name] =
            own == cell.streams.end() ? Json(nullptr) : Json::parse(to_json(own->second));
    }
    return {{"id", cell.id},
            {"says", cell.says},
            {"host", Json::parse(to_json(cell.host))},
            {"streams", std::move(streams)}};
}

}  // namespace

Result<Experiment> identical_pair(const Experiment& experiment, std::string_view cell_id,
                                  int cycles) {
    const std::string id = cell_id.empty() ? most_compared_with(experiment) : std::string(cell_id);
    const Cell* cell = experiment.find_cell(id);
    if (cell == nullptr) {
        return fail(ErrorKind::experiment, fmt::format("there is no cell \"{}\"", id), "/cells",
                    "name one of the experiment's cells");
    }
    const std::string again = id + "-again";
    Json json = Json::parse(experiment.canonical);
    json["name"] = experiment.name + "-identical";
    json["question"] = "What do two cells with identical code differ by on this machine?";
    json["cycles"] = cycles;
    json["looks"] = "final";
    json["checks"] = Json::array({"clock"});
    json["criteria"] = Json::array();
    for (const char* key : {"presets", "interval", "cells_from", "probes"}) {
        json.erase(key);
    }
    std::set<std::string> conditions;
    std::set<std::tuple<std::string, std::string, std::string, std::string>> seen;
    std::vector<Json> criteria;
    for (const Criterion& criterion : experiment.criteria) {
        if (criterion.share || compared_with(criterion).empty()) continue;
        for (const std::string& condition : criterion.conditions) {
            if (!seen.insert({criterion.stream, condition, criterion.metric, criterion.statistic})
                     .second) {
                continue;
            }
            criteria.push_back({{"id", fmt::format("figure-{}", seen.size())},
                                {"says", "identical code differs by less than 5 %"},
                                {"metric", criterion.metric},
                                {"statistic", criterion.statistic},
                                {"stream", criterion.stream},
                                {"cell", again},
                                {"against", id},
                                {"condition", condition},
                                {"within", "5%"}});
        }
    }
    // A figure that this cell does not have (a lock wait on a thread) is left out.
    for (const Json& criterion : criteria) {
        const std::string condition = criterion["condition"];
        auto wanted = conditions;
        wanted.insert(condition);
        Json trial = json;
        Json own = written_out(experiment, *cell);
        Json twin = {{"id", again}, {"duplicate_of", id}};
        // A batch experiment has one condition and names none.
        if (experiment.kind != ExperimentKind::batch)
            own["conditions"] = twin["conditions"] = wanted;
        trial["cells"] = Json::array({own, twin});
        trial["criteria"].push_back(criterion);
        if (!parse_experiment(trial.dump())) continue;
        conditions = std::move(wanted);
        json = std::move(trial);
    }
    if (json["criteria"].empty()) {
        return fail(ErrorKind::experiment,
                    fmt::format("no comparison of this experiment rests on a figure of cell "
                                "\"{}\"",
                                id),
                    "/criteria", "add a criterion that compares two cells, or name another cell");
    }
    auto pair = parse_experiment(json.dump());
    if (pair) pair->directory = experiment.directory;
    return pair;
}

}  // namespace stallscope
