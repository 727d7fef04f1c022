// SPDX-License-Identifier: Apache-2.0
#include "suite/ledger.h"

#include <algorithm>
#include <cmath>

#include "plan/json_text.h"
#include "plan/text_guard.h"

namespace stallscope {

namespace {

std::string text_of(const Json& from, std::string_view key) {
    const Json* member = from.member(key);
    const std::string* text = member ? member->text() : nullptr;
    return text ? *text : std::string();
}

std::optional<double> number_of(const Json& from, std::string_view key) {
    const Json* member = from.member(key);
    const double* number = member ? member->number() : nullptr;
    return number ? std::optional(*number) : std::nullopt;
}

bool same_builds(const LedgerEntry& a, const LedgerEntry& b) {
    return a.suite == b.suite && a.base_hash == b.base_hash && a.head_hash == b.head_hash;
}

std::optional<LedgerEntry> entry_in(std::string_view line) {
    if (!guard_text(line)) return std::nullopt;
    Faults faults;
    const auto json = parse_json(line, faults);
    if (!json || !faults.empty() || !json->object()) return std::nullopt;
    LedgerEntry entry;
    entry.time = text_of(*json, "time");
    entry.suite = text_of(*json, "suite");
    entry.base_hash = text_of(*json, "base");
    entry.head_hash = text_of(*json, "head");
    entry.cpu = text_of(*json, "cpu");
    entry.outcome = text_of(*json, "outcome");
    const Json* claims = json->member("claims");
    const Json* rows = json->member("rows");
    if (entry.suite.empty() || !claims || !claims->object() || !rows || !rows->object())
        return std::nullopt;
    for (const auto& [id, word] : *claims->object())
        if (const std::string* text = word.text()) entry.claims[id] = *text;
    for (const auto& [name, row] : *rows->object()) {
        const auto ratio = number_of(row, "ratio");
        if (!ratio || !(*ratio > 0)) continue;
        LedgerRow& kept = entry.rows[name];
        kept.ratio = *ratio;
        kept.state = text_of(row, "state");
        const auto df = number_of(row, "build_df");
        const auto sd = number_of(row, "build_sd");
        if (sd && df && *sd >= 0 && *df >= 1 && *df <= 1e6) {
            kept.build_sd = sd;
            kept.build_df = static_cast<int>(*df);
        }
    }
    return entry;
}

}  // namespace

std::string ledger_line(const LedgerEntry& entry) {
    Json::Object claims;
    for (const auto& [id, word] : entry.claims) claims.emplace(id, Json(word));
    Json::Object rows;
    for (const auto& [name, row] : entry.rows) {
        Json::Object kept{{"ratio", Json(row.ratio)}, {"state", Json(row.state)}};
        if (row.build_sd) {
            kept.emplace("build_sd", Json(*row.build_sd));
            kept.emplace("build_df", Json(row.build_df));
        }
        rows.emplace(name, Json(std::move(kept)));
    }
    return canonical_json(Json(Json::Object{{"time", Json(entry.time)},
                                            {"suite", Json(entry.suite)},
                                            {"base", Json(entry.base_hash)},
                                            {"head", Json(entry.head_hash)},
                                            {"cpu", Json(entry.cpu)},
                                            {"outcome", Json(entry.outcome)},
                                            {"claims", Json(std::move(claims))},
                                            {"rows", Json(std::move(rows))}})) +
           "\n";
}

Ledger parse_ledger(std::string_view text) {
    Ledger ledger;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const auto line = text.substr(0, end);
        text = end == text.npos ? std::string_view{} : text.substr(end + 1);
        if (line.empty()) continue;
        if (auto entry = entry_in(line)) {
            ledger.entries.push_back(std::move(*entry));
        } else {
            ++ledger.damaged;
        }
    }
    return ledger;
}

std::vector<VerdictFlip> flips_of(const Ledger& ledger, const LedgerEntry& now) {
    const auto decided = [](const std::string& word) { return word == "met" || word == "not_met"; };
    std::vector<VerdictFlip> flips;
    for (const auto& [id, word] : now.claims) {
        if (!decided(word)) continue;
        for (auto entry = ledger.entries.rbegin(); entry != ledger.entries.rend(); ++entry) {
            if (!same_builds(*entry, now) || entry->cpu != now.cpu) continue;
            const auto before = entry->claims.find(id);
            if (before == entry->claims.end() || !decided(before->second)) continue;
            if (before->second != word) flips.push_back({id, before->second, word, entry->time});
            break;
        }
    }
    return flips;
}

int earlier_runs(const Ledger& ledger, const LedgerEntry& now) {
    return static_cast<int>(std::count_if(
        ledger.entries.begin(), ledger.entries.end(),
        [&](const LedgerEntry& entry) { return same_builds(entry, now) && entry.cpu == now.cpu; }));
}

std::vector<std::string> rows_since_lost(const Ledger& ledger, const LedgerEntry& now) {
    std::vector<std::string> lost;
    const auto last =
        std::find_if(ledger.entries.rbegin(), ledger.entries.rend(),
                     [&](const LedgerEntry& entry) { return entry.suite == now.suite; });
    if (last == ledger.entries.rend()) return lost;
    for (const auto& [name, row] : last->rows)
        if (!now.rows.contains(name)) lost.push_back(name);
    return lost;
}

std::map<std::string, PlacementFigure> placement_bank(const Ledger& ledger, std::string_view suite,
                                                      std::string_view cpu) {
    std::map<std::string, PlacementFigure> bank;
    for (const LedgerEntry& entry : ledger.entries) {
        if (entry.suite != suite || entry.cpu != cpu) continue;
        for (const auto& [name, row] : entry.rows) {
            if (!row.build_sd) continue;
            PlacementFigure& figure = bank[name];
            const double squares =
                figure.sd * figure.sd * figure.df + *row.build_sd * *row.build_sd * row.build_df;
            figure.df += row.build_df;
            figure.sd = std::sqrt(squares / figure.df);
        }
    }
    return bank;
}

std::map<std::string, double> machine_sd(const Ledger& ledger, const LedgerEntry& now) {
    // row → CPU → the logs of its ratios
    std::map<std::string, std::map<std::string, std::vector<double>>> logs;
    const auto take = [&](const LedgerEntry& entry) {
        for (const auto& [name, row] : entry.rows)
            logs[name][entry.cpu].push_back(std::log(row.ratio));
    };
    for (const LedgerEntry& entry : ledger.entries)
        if (same_builds(entry, now)) take(entry);
    take(now);
    std::map<std::string, double> found;
    for (const auto& [name, machines] : logs) {
        if (machines.size() < 2) continue;
        std::vector<double> means;
        double mean = 0;
        for (const auto& [cpu, values] : machines) {
            double sum = 0;
            for (const double value : values) sum += value;
            means.push_back(sum / static_cast<double>(values.size()));
            mean += means.back() / static_cast<double>(machines.size());
        }
        double squares = 0;
        for (const double value : means) squares += (value - mean) * (value - mean);
        found[name] = std::sqrt(squares / static_cast<double>(means.size() - 1));
    }
    return found;
}

}  // namespace stallscope
