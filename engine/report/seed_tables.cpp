// SPDX-License-Identifier: Apache-2.0
#include "report/seed_tables.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "report/markdown.h"

namespace stallscope {
namespace {

using Json = nlohmann::ordered_json;

std::string ms_of(double seconds) {
    return fmt::format("{:.3f} ms", seconds * 1e3);
}

/// "+7.3%", and the factor where it is two or more.
std::string delta_text(const SeedRow& row) {
    std::string text = fmt::format("{:+.1f}%", row.delta);
    const double ratio = row.a_s / row.b_s;
    if (ratio >= 2) text += fmt::format(" ({:.1f}×)", ratio);
    return text;
}

std::string verdict_text(const SeedComparison& of, double threshold) {
    std::string text = fmt::format("Verdict: **{}**. ", to_text(of.word));
    switch (of.word) {
        case SeedWord::significant:
            text += fmt::format(
                "Base is {:+.1f}% against head at its worst row, beyond the "
                "threshold of {:g}%{}.",
                of.worst, threshold, of.floor ? " and the noise floor" : "");
            break;
        case SeedWord::inconclusive:
            text += fmt::format(
                "{:+.1f}% is beyond the threshold of {:g}% but not beyond the "
                "noise floor of {:.1f}%: measure more rounds.",
                of.worst, threshold, of.floor.value_or(0));
            break;
        case SeedWord::no_difference:
            text += fmt::format("The worst delta, {:+.1f}%, is not beyond the threshold of {:g}%.",
                                of.worst, threshold);
            break;
    }
    return text + "\n";
}

/// The rule looks at one direction only; what it does not see is said.
std::string other_direction(const SeedComparison& of, double threshold) {
    const SeedRow* slowest = nullptr;
    for (const SeedRow& row : of.rows)
        if (row.role == SeedRole::treatment && row.delta < 0 &&
            (!slowest || row.delta < slowest->delta))
            slowest = &row;
    if (!slowest) return {};
    const double slower = (slowest->b_s / slowest->a_s - 1) * 100;
    if (!(slower > threshold)) return {};
    return fmt::format(
        "\nThis rule asks only whether base is slower. Head is slower by {:.1f}% at "
        "{}: give the sides the other way round to judge that.\n",
        slower, escaped(slowest->name));
}

}  // namespace

std::string seed_markdown(const SeedComparison& of, double threshold) {
    std::string text = fmt::format(
        "### Base (A) against head (B)\n\nMedian over {} rounds of base and {} of head, each value "
        "the minimum of one process; delta = A/B − 1, positive: base is slower.\n\n",
        of.a_rounds, of.b_rounds);
    MarkdownTable table;
    table.column("benchmark", false);
    table.column("head (B)");
    table.column("base (A)");
    table.column("delta");
    table.column("", false);
    for (const SeedRow& row : of.rows)
        table.row({escaped(row.name), ms_of(row.b_s), ms_of(row.a_s), delta_text(row),
                   std::string(to_text(row.role))});
    text += table.text();
    text += of.floor ? fmt::format("\nNoise floor from the controls: **{:.1f}%**.\n", *of.floor)
                     : "\nThere is no control, so nothing bounds the noise.\n";
    text += fmt::format("Worst delta: **{:+.1f}%** ({}).\n\n", of.worst, escaped(of.worst_name));
    text += verdict_text(of, threshold) + other_direction(of, threshold);
    for (const std::string& name : of.dropped)
        text += "\nLeft out, it is not in every file: " + escaped(name) + "\n";
    return text;
}

std::string spread_markdown(const std::vector<std::pair<std::string, SpreadTable>>& groups,
                            double least) {
    std::string text = "### Spread of builds of one source\n";
    for (const auto& [label, of] : groups) {
        std::set<std::string> salts;
        for (const SpreadRow& row : of.rows)
            for (const auto& [salt, seconds] : row.of_salt) salts.insert(salt);
        MarkdownTable table;
        table.column("benchmark, ms", false);
        for (const std::string& salt : salts) table.column("salt " + escaped(salt));
        table.column("spread");
        table.column("", false);
        for (const SpreadRow& row : of.rows) {
            std::vector<std::string> cells{escaped(row.name)};
            for (const std::string& salt : salts) {
                const auto found = row.of_salt.find(salt);
                cells.push_back(
                    found == row.of_salt.end() ? "–" : fmt::format("{:.3f}", found->second * 1e3));
            }
            cells.push_back(fmt::format("{:+.1f}%", row.spread));
            cells.emplace_back(to_text(row.word));
            table.row(std::move(cells));
        }
        text += "\n#### " + escaped(label) + "\n\n" + table.text();
        text += fmt::format("\nFloor from the controls: **{:.1f}%**. ", of.floor);
        text += of.sensitive > 0
                    ? fmt::format("{} row(s) layout-sensitive, the worst by **{:.1f}%**.\n",
                                  of.sensitive, of.worst)
                    : fmt::format("No row spreads beyond the floor and {:g}%.\n", least);
    }
    if (groups.size() != 2) return text;
    MarkdownTable table;
    table.column("benchmark", false);
    table.column(escaped(groups[0].first) + " spread");
    table.column(escaped(groups[1].first) + " spread");
    table.column("cost");
    const auto cost = spread_cost(groups[0].second, groups[1].second);
    const auto spread_in = [](const SpreadTable& group, const std::string& name) {
        for (const SpreadRow& row : group.rows)
            if (row.name == name) return fmt::format("{:+.1f}%", row.spread);
        return std::string();
    };
    for (const auto& [name, percent] : cost)
        table.row({escaped(name), spread_in(groups[0].second, name),
                   spread_in(groups[1].second, name), fmt::format("{:+.1f}%", percent)});
    return text + "\n#### " + escaped(groups[1].first) + " against " + escaped(groups[0].first) +
           "\n\n" + table.text();
}

std::string seed_json(const SeedComparison& of, double threshold) {
    Json json = {{"schema", 1},
                 {"method", "seed2"},
                 {"verdict", to_text(of.word)},
                 {"threshold", threshold},
                 {"floor", of.floor ? Json(*of.floor) : Json(nullptr)},
                 {"worst", of.worst},
                 {"worst_row", of.worst_name},
                 {"rounds", {of.a_rounds, of.b_rounds}},
                 {"left_out", of.dropped},
                 {"rows", Json::array()}};
    for (const SeedRow& row : of.rows)
        json["rows"].push_back({{"name", row.name},
                                {"role", to_text(row.role)},
                                {"base_s", row.a_s},
                                {"head_s", row.b_s},
                                {"delta", row.delta}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string spread_json(const std::vector<std::pair<std::string, SpreadTable>>& groups) {
    Json json = {{"schema", 1}, {"method", "seed2"}, {"groups", Json::array()}};
    for (const auto& [label, of] : groups) {
        Json rows = Json::array();
        for (const SpreadRow& row : of.rows)
            rows.push_back({{"name", row.name},
                            {"spread", row.spread},
                            {"word", to_text(row.word)},
                            {"salts_s", row.of_salt}});
        json["groups"].push_back({{"label", label},
                                  {"floor", of.floor},
                                  {"sensitive", of.sensitive},
                                  {"worst", of.worst},
                                  {"rows", rows}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stallscope
