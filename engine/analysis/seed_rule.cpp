// SPDX-License-Identifier: Apache-2.0
#include "analysis/seed_rule.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

using Rounds = std::map<std::string, std::vector<double>>;

/// Benchmarks that every file has, with a value per file; the others go to `dropped`.
Rounds collected(const std::vector<SeedFile>& files, std::set<std::string>& dropped) {
    Rounds all;
    for (const SeedFile& file : files)
        for (const auto& [name, seconds] : file) all[name].push_back(seconds);
    for (auto row = all.begin(); row != all.end();) {
        if (row->second.size() == files.size()) {
            ++row;
            continue;
        }
        dropped.insert(row->first);
        row = all.erase(row);
    }
    return all;
}

double spread_of(const std::map<std::string, double>& of_salt) {
    double low = of_salt.begin()->second, high = low;
    for (const auto& [salt, seconds] : of_salt) {
        low = std::min(low, seconds);
        high = std::max(high, seconds);
    }
    return low <= 0 ? 0 : (high / low - 1) * 100;
}

double slowest_of(const SpreadRow& row) {
    double high = 0;
    for (const auto& [salt, seconds] : row.of_salt) high = std::max(high, seconds);
    return high;
}

double middle_of(const SpreadRow& row) {
    std::vector<double> values;
    for (const auto& [salt, seconds] : row.of_salt) values.push_back(seconds);
    return median_of(std::move(values));
}

}  // namespace

std::string_view to_text(SeedRole role) {
    return role == SeedRole::control         ? "control"
           : role == SeedRole::informational ? "informational"
                                             : "";
}

std::string_view to_text(SeedWord word) {
    return word == SeedWord::significant    ? "significant"
           : word == SeedWord::inconclusive ? "inconclusive"
                                            : "no significant difference";
}

std::string_view to_text(SpreadWord word) {
    switch (word) {
        case SpreadWord::none:
            return "";
        case SpreadWord::control:
            return "control";
        case SpreadWord::informational:
            return "informational";
        case SpreadWord::too_fast:
            return "too fast to classify";
        case SpreadWord::sensitive:
            return "layout-sensitive";
    }
    return "";
}

std::optional<SeedComparison> seed_comparison(const std::vector<SeedFile>& a,
                                              const std::vector<SeedFile>& b, double threshold,
                                              const SeedClassifier& role_of) {
    SeedComparison out;
    out.a_rounds = static_cast<int>(a.size());
    out.b_rounds = static_cast<int>(b.size());
    std::set<std::string> dropped;
    const Rounds of_a = collected(a, dropped);
    const Rounds of_b = collected(b, dropped);
    const SeedRow* worst = nullptr;
    for (const auto& [name, values] : of_a) {
        const auto other = of_b.find(name);
        if (other == of_b.end()) {
            dropped.insert(name);
            continue;
        }
        SeedRow row;
        row.name = name;
        row.role = role_of(name);
        row.a_s = median_of(values);
        row.b_s = median_of(other->second);
        row.delta = (row.a_s / row.b_s - 1.0) * 100;
        out.rows.push_back(std::move(row));
    }
    for (const auto& [name, values] : of_b)
        if (!of_a.contains(name)) dropped.insert(name);
    for (const SeedRow& row : out.rows) {
        if (row.role == SeedRole::control)
            out.floor = std::max(out.floor.value_or(0), std::abs(row.delta));
        if (row.role == SeedRole::treatment && (!worst || row.delta > worst->delta)) worst = &row;
    }
    if (!worst) return std::nullopt;
    out.worst = worst->delta;
    out.worst_name = worst->name;
    out.dropped.assign(dropped.begin(), dropped.end());
    if (out.worst > threshold)
        out.word =
            !out.floor || out.worst > *out.floor ? SeedWord::significant : SeedWord::inconclusive;
    return out;
}

SpreadTable seed_spread(const std::vector<SaltedFile>& files, double least,
                        const SeedClassifier& role_of) {
    std::map<std::string, std::map<std::string, std::vector<double>>> rounds;
    for (const SaltedFile& file : files)
        for (const auto& [name, seconds] : file.seconds) rounds[name][file.salt].push_back(seconds);
    SpreadTable out;
    for (auto& [name, of_salt] : rounds) {
        SpreadRow row;
        row.name = name;
        for (auto& [salt, values] : of_salt) row.of_salt[salt] = median_of(std::move(values));
        row.spread = spread_of(row.of_salt);
        if (role_of(name) == SeedRole::control) out.floor = std::max(out.floor, row.spread);
        out.rows.push_back(std::move(row));
    }
    for (SpreadRow& row : out.rows) {
        const SeedRole role = role_of(row.name);
        const bool beyond = row.spread > out.floor && row.spread > least;
        row.word = role == SeedRole::control           ? SpreadWord::control
                   : role == SeedRole::informational   ? SpreadWord::informational
                   : slowest_of(row) < seed_too_fast_s ? SpreadWord::too_fast
                   : beyond                            ? SpreadWord::sensitive
                                                       : SpreadWord::none;
        if (row.word != SpreadWord::sensitive) continue;
        ++out.sensitive;
        out.worst = std::max(out.worst, row.spread);
    }
    return out;
}

std::map<std::string, double> spread_cost(const SpreadTable& base, const SpreadTable& other) {
    std::map<std::string, double> cost;
    for (const SpreadRow& row : base.rows) {
        const auto same = std::find_if(other.rows.begin(), other.rows.end(),
                                       [&](const SpreadRow& one) { return one.name == row.name; });
        if (same == other.rows.end()) continue;
        const double before = middle_of(row);
        cost[row.name] = before > 0 ? (middle_of(*same) / before - 1) * 100 : 0;
    }
    return cost;
}

}  // namespace stallscope
