// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/legs.h"
#include "plan/text_guard.h"
#include "report/numbers.h"
#include "report/report.h"

namespace stallscope {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) {
        return nullptr;
    }
    return rounded(*value);
}

/// JSON of the run file as it stands, null when it cannot be read.
Json stored(const std::string& text) {
    if (!guard_text(text)) {
        return nullptr;
    }
    // Read with sorted keys: the file may have been written in any order.
    const auto sorted = nlohmann::json::parse(text, nullptr, false);
    return sorted.is_discarded() ? Json(nullptr) : Json(sorted);
}

Json summary_json(const Summary& summary) {
    if (summary.n == 0) {
        return nullptr;
    }
    return {{"n", summary.n},
            {"mean", number(summary.mean)},
            {"p5", number(summary.p5)},
            {"p50", number(summary.p50)},
            {"p95", number(summary.p95)},
            {"p99", number(summary.p99)}};
}

Json ends_json(const Summary& summary) {
    if (summary.n == 0) {
        return nullptr;
    }
    return {{"n", summary.n},
            {"p5", number(summary.p5)},
            {"p50", number(summary.p50)},
            {"p95", number(summary.p95)}};
}

Json alignment_json(const Alignment& found) {
    return {{"suspect", found.suspect},
            {"ended_inside", found.ended_inside},
            {"of", found.of},
            {"header_at_call_end",
             {{"share", number(found.header_share)},
              {"chance", number(found.header_chance)},
              {"within_ms", 0.5}}},
            {"header_minus_native_exit_ms", ends_json(found.header_minus_native_exit_ms)},
            {"header_minus_span_end_ms", ends_json(found.header_minus_span_end_ms)},
            {"wait_vs_time_left_r", number(found.wait_vs_time_left_r)},
            {"call_source", found.call_source},
            {"reply_stamp", found.reply_stamp}};
}

/// The same keys for a row and for each of its repeats.
void put_figures(Json& json, const Figures& figures) {
    json["n"] = figures.n;
    json["throughput_rps"] = number(figures.throughput_rps);
    json["mismatches"] = figures.answers_checked > 0 ? Json(figures.mismatches) : Json(nullptr);
    json["answers_checked"] = figures.answers_checked;
    json["errors"] = figures.errors;
    json["unfinished"] = figures.unfinished;
    json["out_of_order"] = figures.out_of_order;
    json["unmatched"] = Json::object();
    for (const auto& [kind, count] : figures.unmatched) {
        json["unmatched"][kind] = count;
    }
    json["legs_ms"] = Json::object();
    for (const Leg leg : all_legs()) {
        const std::string name(name_of(leg));
        json["legs_ms"][name] = summary_json(figures.legs_ms.at(name));
    }
    json["path_ms"] = Json::object();
    for (const PathStep step : all_path_steps()) {
        const std::string name(name_of(step));
        json["path_ms"][name] = summary_json(figures.path_ms.at(name));
    }
    json["calls_ms"] = summary_json(figures.calls_ms);
    json["relock_ms"] = summary_json(figures.relock_ms);
    json["alignments"] = Json::array();
    for (const Alignment& found : figures.alignments) {
        json["alignments"].push_back(alignment_json(found));
    }
    json["overlap"] = number(figures.overlap);
    json["cpu_ms_per_request"] = number(figures.cpu_ms_per_request);
    json["tree_cpu_ms_per_request"] = number(figures.tree_cpu_ms_per_request);
    json["identity_residual_ms"] = rounded(figures.identity_residual_ms);
}

Json reasons_json(const std::map<std::string, std::string>& reasons) {
    Json json = Json::object();
    for (const auto& [path, reason] : reasons) {
        json[path] = reason;
    }
    return json;
}

Json neighbour_json(const Neighbour& neighbour) {
    return {{"stream", neighbour.stream},
            {"device", neighbour.device},
            {"emulated", neighbour.emulated},
            {"placement", neighbour.placement},
            {"binding", neighbour.binding},
            {"workload", neighbour.workload},
            {"load", neighbour.load},
            {"device_call", neighbour.device_call},
            {"calls_ms", summary_json(neighbour.calls_ms)}};
}

Json row_json(const Row& row) {
    Json json = {
        {"cell", row.cell},         {"condition", row.condition}, {"stream", row.stream},
        {"device", nullptr},        {"device_timer", nullptr},    {"emulated", row.emulated},
        {"loop", row.loop},         {"placement", row.placement}, {"binding", row.binding},
        {"workload", row.workload}, {"load", row.load},           {"neighbours", Json::array()}};
    std::map<std::string, std::string> reasons = row.why_null;
    if (row.device.empty()) {
        reasons["device"] = "the host named no device";
    } else {
        json["device"] = row.device;
    }
    if (row.device_timer.empty()) {
        reasons["device_timer"] = "the host named no device timer";
    } else {
        json["device_timer"] = row.device_timer;
    }
    for (const Neighbour& neighbour : row.neighbours) {
        json["neighbours"].push_back(neighbour_json(neighbour));
    }
    put_figures(json, row.figures);
    json["thin"] = row.thin;
    json["why_null"] = reasons_json(reasons);
    json["repeats"] = Json::array();
    for (const Repeat& repeat : row.repeats) {
        Json one = {{"cycle", repeat.cycle}, {"half", repeat.half}, {"visit", repeat.visit}};
        put_figures(one, repeat.figures);
        one["thin"] = repeat.thin;
        one["why_null"] = reasons_json(repeat.why_null);
        json["repeats"].push_back(std::move(one));
    }
    return json;
}

/// The figures of step 11, with a reason for each that is missing.
void put_criterion_figures(Json& json, const CriterionFigures& figures) {
    const bool has_interval = figures.interval != "none";
    json["status"] = figures.status;
    json["value"] = number(figures.value);
    json["low"] = number(figures.low);
    json["high"] = number(figures.high);
    json["low95"] = number(figures.low95);
    json["high95"] = number(figures.high95);
    json["margin"] = number(figures.margin);
    json["interval"] = figures.interval;
    json["side"] = figures.side;
    json["of"] = figures.of ? Json(*figures.of) : Json(nullptr);
    json["n"] = figures.n;
    json["s_d"] = number(figures.s_d);
    json["se"] = number(figures.se);
    json["df"] = number(figures.df);
    json["level"] = number(figures.level);
    json["p_met"] = number(figures.p_met);
    json["p_not"] = number(figures.p_not);
    json["adjusted_p"] = number(figures.adjusted_p);
    json["gate_f"] = number(figures.gate_f);
    json["gate_critical"] = number(figures.gate_critical);
    json["mean_estimate"] = number(figures.mean_estimate);
    json["look"] = figures.look;
    json["locked_at"] = figures.locked_at ? Json(*figures.locked_at) : Json(nullptr);
    json["cycles_needed"] = figures.cycles_needed   ? Json(*figures.cycles_needed)
                            : figures.more_than_200 ? Json(">200")
                                                    : Json(nullptr);
    json["resolution"] = figures.resolution;
    json["expected_half_width"] = number(figures.half_width);
    json["d80"] = number(figures.d80);
    json["notes"] = figures.notes;
    json["why"] = figures.why;
    Json reasons = Json::object();
    const std::string no_value = figures.why.empty() ? "there is no value" : figures.why;
    if (!figures.value) {
        reasons["value"] = no_value;
    }
    for (const char* end : {"low", "high", "low95", "high95"}) {
        if (json[end].is_null()) {
            reasons[end] = !figures.value  ? no_value
                           : !has_interval ? "a count has no interval"
                                           : "this look has no finite interval";
        }
    }
    json["why_null"] = std::move(reasons);
}

Json criterion_json(const CriterionResult& criterion) {
    Json json = {{"id", criterion.id}, {"says", criterion.says}};
    put_criterion_figures(json, criterion);
    json["condition"] = criterion.condition;
    json["unit"] = criterion.unit;
    json["margin_from"] = criterion.margin_from;
    json["mechanism_only"] = criterion.mechanism_only;
    json["after_seal"] = criterion.after_seal;
    json["parts"] = Json::array();
    for (const CriterionFigures& part : criterion.parts) {
        Json one = {{"condition", part.condition}};
        put_criterion_figures(one, part);
        json["parts"].push_back(std::move(one));
    }
    return json;
}

Json control_json(const ControlResult& control) {
    return {{"stream", control.stream},
            {"condition", control.condition},
            {"metric", control.metric},
            {"statistic", control.statistic},
            {"cell", control.cell},
            {"duplicate", control.duplicate},
            {"value", number(control.value)},
            {"low95", number(control.low95)},
            {"high95", number(control.high95)},
            {"p", number(control.p)},
            {"adjusted_p", number(control.adjusted_p)},
            {"state", control.state},
            {"informative", control.informative}};
}

Json cost_json(const CostModel& cost) {
    return {{"ns_per_message", rounded(cost.ns_per_message)},
            {"ns_per_byte", rounded(cost.ns_per_byte)},
            {"ns_per_thread", rounded(cost.ns_per_thread)},
            {"speedup", rounded(cost.speedup)},
            {"cpus", cost.cpus}};
}

Json fit_json(const CostFit& fit) {
    Json json = cost_json(fit.model);
    json["se"] = {{"ns_per_message", number(fit.se_message)},
                  {"ns_per_byte", number(fit.se_byte)},
                  {"ns_per_thread", number(fit.se_thread)},
                  {"speedup", number(fit.se_speedup)}};
    json["sizes"] = fit.sizes;
    json["residual"] = rounded(fit.residual);
    return json;
}

Json crossover_json(const Crossover& sweep) {
    Json points = Json::array();
    for (const CrossoverPoint& point : sweep.points) {
        Json times = Json::array();
        for (const WorkersTime& time : point.times)
            times.push_back({{"workers", time.workers}, {"quiet_p50_ms", rounded(time.ms)}});
        points.push_back({{"messages", point.messages},
                          {"bytes_each", point.bytes_each},
                          {"times", std::move(times)},
                          {"best_workers", point.best_workers},
                          {"speedup", rounded(point.speedup)}});
    }
    Json policies = Json::array();
    for (const PolicyRegret& policy : sweep.policies) {
        Json choices = Json::array();
        for (const PolicyChoice& choice : policy.choices)
            choices.push_back({{"workers", choice.workers}, {"regret", rounded(choice.regret)}});
        policies.push_back({{"policy", policy.policy},
                            {"median_regret", rounded(policy.median)},
                            {"worst_regret", rounded(policy.worst)},
                            {"worst_point", policy.worst_point},
                            {"choices", std::move(choices)}});
    }
    return {{"parser", sweep.subject.parser},
            {"mode", sweep.subject.mode},
            {"structure", sweep.subject.structure},
            {"cpus", sweep.cpus},
            {"cells", sweep.cells},
            {"points", std::move(points)},
            {"fit", sweep.fit ? fit_json(*sweep.fit) : Json(nullptr)},
            {"stored", sweep.stored ? cost_json(*sweep.stored) : Json(nullptr)},
            {"policies", std::move(policies)},
            {"proposed_bytes_per_worker", sweep.proposed_bytes}};
}

Json batch_json(const BatchRow& row) {
    return {{"cell", row.cell},
            {"settings", stored(to_json(Workload(row.settings)))},
            {"parser_version", row.parser_version},
            {"sha256", row.sha256},
            {"messages", row.messages},
            {"bytes", row.bytes},
            {"cpus", row.cpus},
            {"cost", row.cost ? cost_json(*row.cost) : Json(nullptr)},
            {"visits", row.visits},
            {"calls", row.calls},
            {"least_ms", number(row.least_ms)},
            {"p50_ms", number(row.p50_ms)},
            {"p99_ms", number(row.p99_ms)},
            {"quiet_p50_ms", number(row.quiet_p50_ms)},
            {"most_workers", row.most_workers},
            {"threads_per_call", number(row.threads_per_call)},
            {"switches_per_call", number(row.switches_per_call)},
            {"bytes_per_s", number(row.bytes_per_s)},
            {"one_thread", row.one_thread.empty() ? Json(nullptr) : Json(row.one_thread)},
            {"to_one_thread", number(row.to_one_thread)}};
}

Json run_json(const RunResults& results) {
    return {{"file", results.file.empty() ? Json(nullptr) : Json(results.file)},
            {"engine", results.engine},
            {"started", results.started},
            {"seconds", rounded(results.seconds)},
            {"status", results.status},
            {"status_reason", results.status_reason},
            {"visits",
             {{"planned", results.visits_planned},
              {"complete", results.visits_complete},
              {"partial", results.visits_partial},
              {"failed", results.visits_failed}}},
            {"facts", stored(results.facts_json)},
            {"why_null", results.file.empty()
                             ? Json{{"file", "the run file does not store its own name"}}
                             : Json::object()}};
}

}  // namespace

std::string results_json(const RunResults& results) {
    Json json = {{"schema", 1},
                 {"quantiles", "type 7"},
                 {"experiment",
                  {{"name", results.name},
                   {"question", results.question},
                   {"sealed_sha256", results.sealed_sha256},
                   {"sealed_at", results.sealed_at}}},
                 {"run", run_json(results)},
                 {"environment", stored(results.environment_json)},
                 {"emulated_streams", results.emulated_streams},
                 {"rows", Json::array()},
                 {"batch_rows", Json::array()},
                 {"crossovers", Json::array()},
                 {"criteria", Json::array()},
                 {"controls", Json::array()},
                 {"rules",
                  {{"looks", results.looks},
                   {"interval", results.interval},
                   {"cycles", results.cycles_planned}}},
                 {"without_exclusion", Json::array()},
                 {"conclusions", Json::array()},
                 {"findings", Json::array()},
                 {"differences", Json::array()},
                 {"checks", Json::array()}};
    for (const Row& row : results.rows) {
        json["rows"].push_back(row_json(row));
    }
    for (const BatchRow& row : results.batch_rows) json["batch_rows"].push_back(batch_json(row));
    for (const Crossover& sweep : results.crossovers)
        json["crossovers"].push_back(crossover_json(sweep));
    for (const CriterionResult& criterion : results.criteria) {
        json["criteria"].push_back(criterion_json(criterion));
    }
    for (const ControlResult& control : results.controls) {
        json["controls"].push_back(control_json(control));
    }
    for (const CriterionResult& criterion : results.without_exclusion) {
        json["without_exclusion"].push_back({{"id", criterion.id},
                                             {"status", criterion.status},
                                             {"value", number(criterion.value)},
                                             {"low", number(criterion.low)},
                                             {"high", number(criterion.high)},
                                             {"why", criterion.why}});
    }
    for (const LabelledConclusion& conclusion : results.conclusions) {
        json["conclusions"].push_back({{"criterion", conclusion.criterion},
                                       {"condition", conclusion.condition},
                                       {"label", conclusion.label},
                                       {"says", conclusion.says}});
    }
    for (const Finding& finding : results.findings) {
        json["findings"].push_back({{"id", finding.id},
                                    {"severity", finding.severity},
                                    {"where", finding.where},
                                    {"says", finding.says},
                                    {"advice", finding.advice}});
    }
    for (const Difference& difference : results.differences) {
        json["differences"].push_back({{"cell", difference.cell},
                                       {"against", difference.against},
                                       {"what", difference.what},
                                       {"declared", difference.declared},
                                       {"measured", difference.measured}});
    }
    for (const StoredCheck& check : results.checks) {
        json["checks"].push_back({{"name", check.name},
                                  {"passed", check.passed},
                                  {"says", check.says},
                                  {"figures", stored(check.figures)}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stallscope
