// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/seed_rule.h"
#include "report/numbers.h"
#include "report/suite_report.h"

namespace stallscope {

std::string moved_text(double ratio) {
    if (ratio >= 2) return fixed_text(ratio, 1) + "× slower";
    if (ratio > 0 && ratio <= 0.5) return fixed_text(1 / ratio, 1) + "× faster";
    return change_text(ratio);
}

std::string bound_text(Form form, double bound) {
    const std::string percent = fmt::format("{:g} %", std::round(bound * 1e6) / 1e4);
    switch (form) {
        case Form::at_least_times:
            return fmt::format("at least {:g}× faster", bound);
        case Form::better_by_at_least:
            return "at least " + percent + " faster";
        case Form::within:
            return "within ±" + percent;
        default:
            return "less than " + percent + " slower";
    }
}

std::string state_text(const RowResult& row) {
    switch (row.state) {
        case RowState::claimed:
            return "claimed";
        case RowState::steady:
            return fmt::format("within ±{:.2g} %", row.margin * 100);
        case RowState::moved_slower:
            return "moved without a claim (slower)";
        case RowState::moved_faster:
            return "moved without a claim (faster)";
        case RowState::undecided:
            return row.why.empty() ? "undecided" : "undecided (" + row.why + ")";
        case RowState::too_fast:
            return "too fast to classify";
        case RowState::control:
            return row.control == "invalid" ? "control, moved" : "control";
        case RowState::ignored:
            return "ignored";
    }
    return {};
}

std::string spread_text(const RowResult& row, const std::optional<double>& spread,
                        const std::optional<double>& floor) {
    constexpr double least = seed_least_spread / 100;
    if (row.role != RowRole::judged || row.state == RowState::too_fast) return state_text(row);
    if (!spread) return "–";
    return *spread >= std::max(least, floor.value_or(0)) ? "layout-sensitive" : "steady";
}

std::string suite_headline(const SuiteReport& report) {
    if (report.nothing_to_compare)
        return fmt::format("Gate {}: the builds are equal, nothing to compare", report.name);
    const auto& claims = report.judgement.claims;
    const auto of = [&](Word word) {
        return std::count_if(claims.begin(), claims.end(),
                             [&](const ClaimResult& claim) { return claim.word == word; });
    };
    std::string line = fmt::format("Gate {}: {}", report.name, to_text(report.judgement.outcome));
    line += fmt::format(" — {} of {} claims met", of(Word::met), claims.size());
    if (of(Word::not_met) > 0) line += fmt::format(", {} not met", of(Word::not_met));
    const auto& rows = report.judgement.rows;
    const auto moved = std::count_if(rows.begin(), rows.end(), [](const RowResult& row) {
        return row.state == RowState::moved_slower || row.state == RowState::moved_faster;
    });
    if (moved > 0) line += fmt::format(", {} row(s) moved without a claim", moved);
    return line;
}

}  // namespace stallscope
