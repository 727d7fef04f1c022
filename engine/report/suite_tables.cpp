// SPDX-License-Identifier: Apache-2.0
#include "report/suite_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/numbers.h"

namespace stallscope {
namespace {

constexpr const char* none = "–";

std::string word_text(Word word) {
    std::string text(to_text(word));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::string interval_text(const RowResult& row) {
    if (!row.low95 || !row.high95) return none;
    return moved_text(*row.low95) + " … " + moved_text(*row.high95);
}

std::string sd_text(const std::optional<double>& sd) {
    return sd ? fixed_text(100 * std::expm1(*sd), 2) : none;
}

}  // namespace

SuiteTable claims_table(const SuiteReport& report) {
    SuiteTable table;
    table.columns = {{"claim"},   {"must be"},   {"rows", true},
                     {"verdict"}, {"worst row"}, {"change there", true},
                     {"why"}};
    for (const ClaimResult& claim : report.judgement.claims) {
        std::vector<std::size_t> rows;
        for (const ClaimPoint& point : claim.points) rows.push_back(point.row);
        std::sort(rows.begin(), rows.end());
        const auto count = std::unique(rows.begin(), rows.end()) - rows.begin();
        const RowResult* worst =
            claim.worst ? &report.judgement.rows[claim.points[*claim.worst].row] : nullptr;
        std::string why = claim.why;
        if (claim.worst && claim.points[*claim.worst].needed)
            why += fmt::format("; about {} {} would do", *claim.points[*claim.worst].needed,
                               report.builds > 1 ? "builds" : "rounds");
        table.rows.push_back({claim.says.empty() ? claim.id : claim.id + ": " + claim.says,
                              bound_text(claim.form, claim.bound), std::to_string(count),
                              word_text(claim.word), worst ? worst->name : none,
                              worst && worst->ratio ? moved_text(*worst->ratio) : none, why});
    }
    return table;
}

SuiteTable rows_table(const SuiteReport& report) {
    SuiteTable table;
    table.columns = {{"row"},        {"base", true},           {"head", true}, {"change", true},
                     {"95 %", true}, {"spread of base", true}, {"state"}};
    for (const RowResult& row : report.judgement.rows) {
        table.rows.push_back({row.name, row.base_ns ? time_text(*row.base_ns / 1e6) : none,
                              row.head_ns ? time_text(*row.head_ns / 1e6) : none,
                              row.ratio ? moved_text(*row.ratio) : none, interval_text(row),
                              row.own_spread ? percent_text(*row.own_spread) : none,
                              state_text(row)});
    }
    return table;
}

SuiteTable spread_table(const SuiteReport& report) {
    SuiteTable table;
    if (report.builds < 2) return table;
    table.columns = {{"row"},
                     {"spread of base", true},
                     {"spread of head", true},
                     {"same build twice", true},
                     {"base"},
                     {"head"}};
    const auto percent = [](const std::optional<double>& share) {
        return share ? percent_text(*share) : std::string(none);
    };
    for (const RowResult& row : report.judgement.rows) {
        const auto word = [&](const std::optional<double>& spread) {
            return spread_text(row, spread, report.judgement.spread_floor);
        };
        table.rows.push_back({row.name, percent(row.own_spread), percent(row.head_spread),
                              row.aa_ratio ? percent_text(std::abs(*row.aa_ratio - 1)) : none,
                              word(row.own_spread), word(row.head_spread)});
    }
    return table;
}

SuiteTable levels_table(const SuiteReport& report) {
    SuiteTable table;
    table.columns = {
        {"SD, %"}, {"process", true}, {"round", true}, {"build", true}, {"machine", true}};
    for (const RowResult& row : report.judgement.rows) {
        const auto machine = report.machine_sd.find(row.name);
        table.rows.push_back(
            {row.name, sd_text(row.levels.process), sd_text(row.levels.round),
             sd_text(row.levels.build),
             sd_text(machine == report.machine_sd.end() ? std::nullopt
                                                        : std::optional(machine->second))});
    }
    return table;
}

std::vector<std::string> suite_sentences(const SuiteReport& report) {
    std::vector<std::string> sentences;
    const auto add = [&](std::string sentence) { sentences.push_back(std::move(sentence)); };
    add(fmt::format("base {}, head {}.", report.base_hash.substr(0, 12),
                    report.head_hash.substr(0, 12)));
    if (report.nothing_to_compare) {
        add("The files of both sides are the same; nothing was measured.");
        return sentences;
    }
    add(fmt::format("{}, {}; {} processes in {} rounds ({}{}), a row's value is its {}; {:.0f} s.",
                    report.cpu, report.format, report.processes, report.rounds, report.order,
                    report.builds > 1 ? fmt::format("; {} builds per side, salted by {}",
                                                    report.builds, report.salted_by)
                                      : "; one build per side",
                    report.statistic, report.seconds));
    add("A positive change means that the new side (head) is slower. Words at 95 % per side, \"not "
        "met\" and \"moved\" after Holm; \"met\" needs the whole interval.");
    if (report.looks > 1)
        add(fmt::format("Judged at up to {} looks that share the error.", report.looks));
    if (report.judgement.noise_floor)
        add(fmt::format("Noise floor from the controls: {}.",
                        percent_text(*report.judgement.noise_floor)));
    std::optional<double> aa;
    for (const RowResult& row : report.judgement.rows)
        if (row.aa_ratio) aa = std::max(aa.value_or(0), std::abs(*row.aa_ratio - 1));
    if (aa) add(fmt::format("The same build measured twice (A/A): at most {}.", percent_text(*aa)));
    if (report.earlier_runs > 0)
        add(fmt::format("These builds were judged {} time(s) before on this CPU.",
                        report.earlier_runs));
    for (const SuiteFlip& flip : report.flips)
        add(fmt::format("The verdict flipped: claim {} was {} on {}, now it is {}.", flip.claim,
                        flip.before == "met" ? "met" : "not met", flip.when,
                        flip.now == "met" ? "met" : "not met"));
    for (const std::string& note : report.notes) add(note);
    return sentences;
}

}  // namespace stallscope
