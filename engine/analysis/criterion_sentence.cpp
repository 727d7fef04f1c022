// SPDX-License-Identifier: Apache-2.0
#include "analysis/criterion_sentence.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "analysis/criteria_family.h"
#include "plan/metrics.h"

namespace stallscope {
namespace {

/// Mean of the raw visit values of a cell.
std::optional<double> raw_mean(const RunValues& values, const std::string& cell,
                               const Criterion& criterion, const std::string& condition) {
    const StreamValues* stream = values.find({cell, condition, criterion.stream});
    if (stream == nullptr) {
        return std::nullopt;
    }
    const auto found = stream->values.find({criterion.metric, criterion.statistic});
    if (found == stream->values.end()) {
        return std::nullopt;
    }
    double sum = 0;
    int count = 0;
    for (const auto& [cycle, value] : found->second) {
        if (value.raw) {
            sum += *value.raw;
            ++count;
        }
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::string amount(double value, const std::string& unit) {
    if (unit == "ratio") {
        return fmt::format("{:+.1f} %", (value - 1) * 100);
    }
    if (unit == "times") {
        return fmt::format("×{:.3g}", value);
    }
    if (unit == "share") {
        return fmt::format("{:.2f} %", value * 100);
    }
    if (unit == "points") {
        return fmt::format("{:+.2f} points", value * 100);
    }
    if (unit == "count") {
        return fmt::format("{:.0f}", value);
    }
    return unit == "ms" ? fmt::format("{:.3f} ms", value) : fmt::format("{:.1f} {}", value, unit);
}

std::string span(const CriterionFigures& figures, const std::string& unit) {
    const auto end = [&](const std::optional<double>& value, const char* open) {
        return value && std::isfinite(*value) ? amount(*value, unit) : std::string(open);
    };
    if (!figures.low && !figures.high) {
        return {};
    }
    return fmt::format(" ({} … {})", end(figures.low, "−∞"), end(figures.high, "∞"));
}

std::string cells_in_words(const Criterion& criterion, const CriterionFigures& figures,
                           const RunValues& values) {
    if (criterion.against.empty() || criterion.share) {
        return {};
    }
    const std::string unit = scale_of(criterion.metric) == CostScale::rate ? "req/s" : "ms";
    const auto cell = raw_mean(values, criterion.cell, criterion, figures.condition);
    const auto against = raw_mean(values, criterion.against, criterion, figures.condition);
    if (!cell || !against) {
        return {};
    }
    return fmt::format("{} {} against {} {}: ", criterion.cell, amount(*cell, unit),
                       criterion.against, amount(*against, unit));
}

std::string cycles_in_words(const CriterionFigures& figures) {
    if (figures.more_than_200) {
        return "; a new run would need more than 200 cycles";
    }
    if (figures.cycles_needed) {
        return fmt::format("; a new run would need {} cycles", *figures.cycles_needed);
    }
    return {};
}

}  // namespace

std::string sentence_of(const Criterion& criterion, const CriterionFigures& figures,
                        const RunValues& values) {
    std::string text;
    if (figures.value) {
        const std::string unit(unit_of(criterion));
        text = cells_in_words(criterion, figures, values) + amount(*figures.value, unit) +
               span(figures, unit);
        if (figures.of) {
            text += fmt::format(" of {}", *figures.of);
        }
    }
    if (!figures.value) {
        for (const std::string& note : figures.notes) {
            text += (text.empty() ? "" : "; ") + note;
        }
    }
    if (!figures.why.empty()) {
        text += (text.empty() ? "" : "; ") + figures.why;
    }
    return text + cycles_in_words(figures);
}

}  // namespace stallscope
