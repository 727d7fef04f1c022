// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/numbers.h"
#include "report/suite_report.h"

namespace stallscope {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(rounded(*value)) : Json(nullptr);
}

/// By build, round and half; a process that gave none is null.
Json values_json(const SuiteValues& values) {
    Json builds = Json::array();
    for (int b = 0; b < values.builds(); ++b) {
        Json rounds = Json::array();
        for (int r = 0; r < values.rounds(); ++r) {
            Json halves = Json::array();
            for (int h = 0; h < values.halves(); ++h) {
                const auto& value = values.at(b, r, h);
                halves.push_back(value ? number(std::exp(*value)) : Json(nullptr));
            }
            rounds.push_back(std::move(halves));
        }
        builds.push_back(std::move(rounds));
    }
    return builds;
}

Json claim_json(const ClaimResult& claim, const SuiteReport& report) {
    Json points = Json::array();
    for (const ClaimPoint& point : claim.points) {
        points.push_back({{"row", report.judgement.rows[point.row].name},
                          {"word", to_text(point.word)},
                          {"why", point.why},
                          {"margin", rounded(point.margin)},
                          {"value", number(point.value)},
                          {"low", number(point.low)},
                          {"high", number(point.high)},
                          {"p_not_met", number(point.p_not)},
                          {"adjusted_p", number(point.adjusted_p)},
                          {"needed", point.needed ? Json(*point.needed) : Json(nullptr)}});
    }
    return {{"id", claim.id},
            {"says", claim.says},
            {"form", to_text(claim.form)},
            {"bound", rounded(claim.bound)},
            {"must_be", bound_text(claim.form, claim.bound)},
            {"word", to_text(claim.word)},
            {"why", claim.why},
            {"worst", claim.worst ? Json(report.judgement.rows[claim.points[*claim.worst].row].name)
                                  : Json(nullptr)},
            {"points", points}};
}

Json row_json(const RowResult& row, const SuiteReport& report) {
    const auto machine = report.machine_sd.find(row.name);
    return {{"name", row.name},
            {"role", to_text(row.role)},
            {"twin", row.twin},
            {"state", to_text(row.state)},
            {"why", row.why},
            {"base_ns", number(row.base_ns)},
            {"head_ns", number(row.head_ns)},
            {"ratio", number(row.ratio)},
            {"low95", number(row.low95)},
            {"high95", number(row.high95)},
            {"adjusted_p", number(row.adjusted_p)},
            {"own_spread", number(row.own_spread)},
            {"head_spread", number(row.head_spread)},
            {"margin", rounded(row.margin)},
            {"aa_ratio", number(row.aa_ratio)},
            {"control", row.control},
            {"sd",
             {{"process", number(row.levels.process)},
              {"round", number(row.levels.round)},
              {"build", number(row.levels.build)},
              {"machine",
               machine == report.machine_sd.end() ? Json(nullptr) : number(machine->second)}}}};
}

}  // namespace

std::string suite_json(const SuiteReport& report) {
    Json json = {{"stallscope_gate", 1},
                 {"schema", 1},
                 {"name", report.name},
                 {"headline", suite_headline(report)},
                 {"question", report.question},
                 {"outcome", report.nothing_to_compare ? "nothing to compare"
                                                       : to_text(report.judgement.outcome)},
                 {"exit_code", report.exit_code},
                 {"started", report.started},
                 {"cpu", report.cpu},
                 {"format", report.format},
                 {"statistic", report.statistic},
                 {"order", report.order},
                 {"base", report.base_hash},
                 {"head", report.head_hash},
                 {"builds", report.builds},
                 {"salted_by", report.salted_by},
                 {"rounds", report.rounds},
                 {"processes", report.processes},
                 {"looks", report.looks},
                 {"noise_floor", number(report.judgement.noise_floor)},
                 {"spread_floor", number(report.judgement.spread_floor)},
                 {"earlier_runs", report.earlier_runs},
                 {"reasons", report.judgement.reasons},
                 {"notes", report.notes}};
    json["flips"] = Json::array();
    for (const SuiteFlip& flip : report.flips)
        json["flips"].push_back({{"claim", flip.claim},
                                 {"before", flip.before},
                                 {"now", flip.now},
                                 {"when", flip.when}});
    json["claims"] = Json::array();
    for (const ClaimResult& claim : report.judgement.claims)
        json["claims"].push_back(claim_json(claim, report));
    json["rows"] = Json::array();
    for (std::size_t i = 0; i < report.judgement.rows.size(); ++i) {
        json["rows"].push_back(row_json(report.judgement.rows[i], report));
        if (i >= report.rows.size()) continue;
        const SuiteRow& row = report.rows[i];
        json["rows"].back()["values_ns"] = {{"base", values_json(row.base)},
                                            {"head", values_json(row.head)},
                                            {"base_again", values_json(row.base_again)}};
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stallscope
