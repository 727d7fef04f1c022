// SPDX-License-Identifier: Apache-2.0
#include "analysis/noise_bank.h"

#include <algorithm>
#include <cmath>

#include "analysis/contrast.h"

namespace stallscope {
namespace {

bool same_key(const BankEntry& a, const BankEntry& b) {
    return a.stream == b.stream && a.condition == b.condition && a.metric == b.metric &&
           a.statistic == b.statistic && a.window_s == b.window_s;
}

/// y of the duplicate minus y of the cell, over the cycles that have both.
std::vector<double> differences(const StreamValues& duplicate, const StreamValues& cell,
                                const Figure& figure) {
    std::vector<double> d;
    const auto b = duplicate.values.find(figure);
    const auto a = cell.values.find(figure);
    if (b == duplicate.values.end() || a == cell.values.end()) {
        return d;
    }
    for (const auto& [cycle, value] : b->second) {
        const auto other = a->second.find(cycle);
        if (value.y && other != a->second.end() && other->second.y) {
            d.push_back(*value.y - *other->second.y);
        }
    }
    return d;
}

}  // namespace

std::optional<Bank> NoiseBank::find(std::string_view stream, std::string_view condition,
                                    const Figure& figure, double window_s) const {
    for (const BankEntry& entry : entries) {
        if (entry.stream == stream && entry.condition == condition &&
            entry.metric == figure.metric && entry.statistic == figure.statistic &&
            std::abs(entry.window_s - window_s) < 1e-9) {
            return entry.bank;
        }
    }
    return std::nullopt;
}

std::vector<BankEntry> bank_entries(const Experiment& experiment, const RunValues& values,
                                    std::string_view measured_at) {
    std::vector<BankEntry> entries;
    for (const auto& [place, cell_values] : values.streams) {
        const Cell* cell = experiment.find_cell(place.cell);
        const Cell* duplicate =
            cell != nullptr ? duplicate_of(experiment, *cell, place.condition) : nullptr;
        const StreamValues* other =
            duplicate != nullptr ? values.find({duplicate->id, place.condition, place.stream})
                                 : nullptr;
        if (other == nullptr) {
            continue;
        }
        for (const auto& [figure, by_cycle] : cell_values.values) {
            const auto d = differences(*other, cell_values, figure);
            const auto estimate = paired(d);
            if (!estimate || estimate->n - 1 < fewest_bank_df) {
                continue;
            }
            BankEntry entry;
            entry.stream = place.stream;
            entry.condition = place.condition;
            entry.metric = figure.metric;
            entry.statistic = figure.statistic;
            entry.window_s = experiment.windows.seconds;
            entry.bank = {estimate->s_d, estimate->n - 1};
            entry.measured_at = measured_at;
            entries.push_back(std::move(entry));
        }
    }
    return entries;
}

void merge(NoiseBank& bank, std::vector<BankEntry> entries) {
    for (BankEntry& entry : entries) {
        const auto known = std::find_if(bank.entries.begin(), bank.entries.end(),
                                        [&](const BankEntry& one) { return same_key(one, entry); });
        if (known == bank.entries.end()) {
            bank.entries.push_back(std::move(entry));
        } else {
            *known = std::move(entry);
        }
    }
}

}  // namespace stallscope
