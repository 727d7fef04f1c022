// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cli/cell_changes.h"
#include "cli/experiment_words.h"
#include "cli/plan_view.h"
#include "run/users_code.h"

namespace stallscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json cells_of(const Experiment& experiment) {
    Json cells = Json::array();
    for (const auto& cell : experiment.cells) {
        Json changes = Json::array();
        for (const auto& change : changes_of(experiment, cell)) {
            changes.push_back({{"what", change.what}, {"from", change.from}, {"to", change.to}});
        }
        cells.push_back({{"id", cell.id},
                         {"says", cell.says},
                         {"duplicate_of", cell.duplicate_of},
                         {"conditions", cell.conditions},
                         {"changes", std::move(changes)}});
    }
    return cells;
}

Json interpreters_of(const PlanView& plan) {
    Json interpreters = Json::array();
    for (const auto& [name, found] : plan.interpreters) {
        interpreters.push_back({{"named", name},
                                {"path", found.real_path},
                                {"version", found.version},
                                {"implementation", found.implementation},
                                {"gil", found.gil}});
    }
    return interpreters;
}

Json conditions_of(const Experiment& experiment) {
    Json conditions = Json::array();
    for (const auto& condition : experiment.conditions) {
        conditions.push_back({{"id", condition.id}, {"streams", condition.streams}});
    }
    return conditions;
}

Json criteria_of(const Experiment& experiment) {
    Json criteria = Json::array();
    for (const auto& criterion : experiment.criteria) {
        criteria.push_back(
            {{"id", criterion.id}, {"says", criterion.says}, {"decides", in_words(criterion)}});
    }
    return criteria;
}

Json optional(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}
Json optional(const std::optional<int>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json resolution_of(const PlanView& plan) {
    Json all = Json::array();
    for (const auto& one : plan.resolution) {
        all.push_back({{"criterion", one.criterion},
                       {"condition", one.condition},
                       {"state", std::string(to_text(one.state))},
                       {"margin", optional(one.margin)},
                       {"expected_half_width", optional(one.half_width)},
                       {"d80", optional(one.d80)},
                       {"cycles_to_resolve", optional(one.cycles_to_resolve)},
                       {"cycles_for_power", optional(one.cycles_for_power)},
                       {"says", one.says}});
    }
    return all;
}

Json schedule_of(const PlanView& plan) {
    Json visits = Json::array();
    for (const auto& visit : plan.schedule) {
        visits.push_back({{"index", visit.index},
                          {"cycle", visit.cycle},
                          {"half", visit.half},
                          {"pass", visit.pass},
                          {"cell", visit.cell},
                          {"condition", visit.condition},
                          {"window_s", visit.window_s},
                          {"planned_start_s", visit.planned_start_s},
                          {"planned_s", visit.planned_s}});
    }
    return visits;
}

}  // namespace

std::string plan_json(const PlanView& plan) {
    const auto& experiment = plan.experiment;
    Json streams = Json::object();
    for (const auto& [name, stream] : experiment.streams) {
        streams[name] = Json::parse(to_json(stream));
    }
    const Json all = {{"schema", 1},
                      {"name", experiment.name},
                      {"question", experiment.question},
                      {"sealed_sha256", plan.seal.sha256},
                      {"sealed", plan.seal.text},
                      {"order", std::string(to_text(experiment.order))},
                      {"cycles", experiment.cycles},
                      {"seconds", planned_seconds(plan.schedule)},
                      {"interpreters", interpreters_of(plan)},
                      {"runs_code", users_code(experiment)},
                      {"streams", std::move(streams)},
                      {"cells", cells_of(experiment)},
                      {"conditions", conditions_of(experiment)},
                      {"criteria", criteria_of(experiment)},
                      {"resolution", resolution_of(plan)},
                      {"interval", std::string(to_text(experiment.interval))},
                      {"looks", std::string(to_text(experiment.looks))},
                      {"visits", schedule_of(plan)}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stallscope::cli
