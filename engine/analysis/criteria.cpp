// SPDX-License-Identifier: Apache-2.0
#include "analysis/criteria.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "plan/metrics.h"

namespace stallscope {
namespace {

constexpr std::string_view no_interval = "no interval yet";

bool names(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

bool is_count(const Criterion& criterion) {
    return criterion.metric == "mismatches" || criterion.metric == "errors";
}
bool is_rate(const Criterion& criterion) {
    return criterion.metric == "throughput";
}

/// Figures that the cores of an emulated device make, not the mechanism under test.
bool is_device_made(const Criterion& criterion) {
    for (const char* metric : {"throughput", "device", "off_device", "service"}) {
        if (criterion.metric == metric) {
            return true;
        }
    }
    return false;
}

struct Value {
    std::optional<double> value;
    std::string why;  ///< when there is none
    bool emulated = false;
};

std::optional<double> statistic_of(const Summary& summary, const std::string& statistic) {
    if (statistic == "p50") {
        return summary.p50;
    }
    if (statistic == "p95") {
        return summary.p95;
    }
    return statistic == "p99" ? summary.p99 : summary.mean;
}

const Summary* summary_of(const Figures& figures, const std::string& metric) {
    if (metric == "calls") {
        return &figures.calls_ms;
    }
    if (const auto leg = figures.legs_ms.find(metric); leg != figures.legs_ms.end()) {
        return &leg->second;
    }
    const auto step = figures.path_ms.find(metric);
    return step != figures.path_ms.end() ? &step->second : nullptr;
}

std::string reason_in(const Row& row, const std::string& metric, const std::string& statistic) {
    for (const std::string& prefix : {"legs_ms." + metric, "path_ms." + metric, metric + "_ms"}) {
        for (const std::string& path : {prefix, prefix + "." + statistic}) {
            if (const auto found = row.why_null.find(path); found != row.why_null.end()) {
                return found->second;
            }
        }
    }
    return "it was not measured";
}

Value value_in(const Row& row, const Criterion& criterion) {
    Value found;
    found.emulated = row.emulated;
    const Figures& figures = row.figures;
    if (is_rate(criterion)) {
        found.value = figures.throughput_rps;
        found.why = "no request arrived in a window";
    } else if (criterion.metric == "cpu") {
        // The one total that compares across placements; the serving thread's time does not.
        found.value = figures.tree_cpu_ms_per_request;
        found.why = "no CPU time was read";
    } else if (const Summary* summary = summary_of(figures, criterion.metric)) {
        found.value = statistic_of(*summary, criterion.statistic);
        found.why = found.value ? "" : reason_in(row, criterion.metric, criterion.statistic);
    } else {
        found.why = fmt::format("this version knows no metric \"{}\"", criterion.metric);
    }
    return found;
}

Value value_of(const std::vector<Row>& rows, const Criterion& criterion, const std::string& cell) {
    for (const Row& row : rows) {
        if (row.cell == cell && row.stream == criterion.stream &&
            names(criterion.conditions, row.condition)) {
            return value_in(row, criterion);
        }
    }
    Value none;
    none.why = fmt::format("no complete visit of cell {} in condition {} has stream {}", cell,
                           fmt::join(criterion.conditions, ", "), criterion.stream);
    return none;
}

/// A census over every row that the criterion names. A row whose answers were not compared gives
/// no count.
Value count_of(const std::vector<Row>& rows, const Criterion& criterion) {
    Value found;
    std::int64_t count = 0;
    std::int64_t looked_at = 0;
    for (const Row& row : rows) {
        const bool named = (criterion.stream.empty() || row.stream == criterion.stream) &&
                           (criterion.cell.empty() || row.cell == criterion.cell) &&
                           (criterion.conditions.empty() ||
                            names(criterion.conditions, row.condition));
        if (!named) {
            continue;
        }
        const bool mismatches = criterion.metric == "mismatches";
        count += mismatches ? row.figures.mismatches : row.figures.errors;
        looked_at += mismatches ? row.figures.answers_checked : row.figures.n;
    }
    if (looked_at > 0) {
        found.value = static_cast<double>(count);
        found.why = fmt::format("{} of {}", count, looked_at);
    } else {
        found.why = criterion.metric == "mismatches" ? "no answer was compared with a reference"
                                                     : "no request was counted";
    }
    return found;
}

bool keeps_bound(Form form, double value, double margin, bool is_larger_better) {
    switch (form) {
        case Form::at_most_ms:
        case Form::at_most:
            return value <= margin;
        case Form::at_least_ms:
        case Form::at_least:
        case Form::at_least_times:
            return value >= margin;
        case Form::worse_by_less_than:
            return is_larger_better ? value > margin : value < margin;
        case Form::better_by_at_least:
            return is_larger_better ? value >= margin : value <= margin;
        case Form::within:
        case Form::gap_closed:
            break;
    }
    return false;
}

double margin_of(const Criterion& criterion) {
    const bool rate = is_rate(criterion);
    if (criterion.form == Form::worse_by_less_than) {
        return rate ? 1 - criterion.bound : 1 + criterion.bound;
    }
    if (criterion.form == Form::better_by_at_least) {
        return rate ? 1 + criterion.bound : 1 - criterion.bound;
    }
    return criterion.bound;
}

std::string change_words(double ratio) {
    return fmt::format("{:+.1f} %", (ratio - 1) * 100);
}

void judge_comparison(CriterionResult& result, const Criterion& criterion, const Value& cell,
                      const Value& against) {
    const bool rate = is_rate(criterion);
    const std::string_view unit = unit_of(criterion);
    if (!(*against.value > 0) || !(*cell.value > 0)) {
        result.status = "invalid";
        result.why = fmt::format("a ratio needs two positive values, these are {:.3f} and {:.3f}",
                                 *cell.value, *against.value);
        return;
    }
    const double ratio = *cell.value / *against.value;
    result.value = criterion.form == Form::at_least_times && !rate ? 1 / ratio : ratio;
    result.why =
        fmt::format("{} {:.3f} {} against {} {:.3f} {}: {}; {}", criterion.cell, *cell.value, unit,
                    criterion.against, *against.value, unit, change_words(ratio), no_interval);
}

CriterionResult judge_one(const Criterion& criterion, const std::vector<Row>& rows) {
    CriterionResult result;
    result.id = criterion.id;
    result.says = criterion.says;
    const bool comparative = is_comparative(criterion.form);
    result.unit = comparative ? "ratio" : std::string(unit_of(criterion));
    result.margin = margin_of(criterion);
    const Value cell =
        is_count(criterion) ? count_of(rows, criterion) : value_of(rows, criterion, criterion.cell);
    const Value against = comparative ? value_of(rows, criterion, criterion.against) : Value{};
    result.mechanism_only = (cell.emulated || against.emulated) && is_device_made(criterion);
    if (!cell.value) {
        result.status = "invalid";
        result.why = cell.why;
        return result;
    }
    if (comparative) {
        if (!against.value) {
            result.status = "invalid";
            result.why = against.why;
            return result;
        }
        judge_comparison(result, criterion, cell, against);
        if (!result.value) {
            return result;
        }
    } else {
        result.value = cell.value;
        result.why = is_count(criterion)
                         ? fmt::format("{}; a census, {}", cell.why, no_interval)
                         : fmt::format("{:.3f} {}; {}", *cell.value, result.unit, no_interval);
    }
    result.status = keeps_bound(criterion.form, *result.value, *result.margin, is_rate(criterion))
                        ? "met"
                        : "not_met";
    if (result.mechanism_only) {
        // The sentence's end is fixed for whoever looks for it.
        const auto at = result.why.rfind(no_interval);
        result.why.insert(at, "mechanism only, the device is emulated; ");
    }
    return result;
}

}  // namespace

std::string_view unit_of(const Criterion& criterion) {
    if (is_count(criterion)) {
        return "count";
    }
    return is_rate(criterion) ? "req/s" : "ms";
}

std::string bound_words(const Criterion& criterion, std::string_view unit) {
    const double percent = criterion.bound * 100;
    switch (criterion.form) {
        case Form::at_most_ms:
        case Form::at_most:
            return fmt::format("at most {} {}", criterion.bound, unit);
        case Form::at_least_ms:
        case Form::at_least:
            return fmt::format("at least {} {}", criterion.bound, unit);
        case Form::worse_by_less_than:
            return fmt::format("worse than {} by less than {:.4g} %", criterion.against, percent);
        case Form::better_by_at_least:
            return fmt::format("better than {} by at least {:.4g} %", criterion.against, percent);
        case Form::at_least_times:
            return fmt::format("at least {} times better than {}", criterion.bound,
                               criterion.against);
        case Form::within:
            return fmt::format("within {:.4g} % of {}", percent, criterion.against);
        case Form::gap_closed:
            return fmt::format("at least {:.4g} % of the way from {} to {}", percent,
                               criterion.gap_from, criterion.gap_to);
    }
    return {};
}

std::vector<CriterionResult> judge(const Experiment& experiment, const std::vector<Row>& rows) {
    std::vector<CriterionResult> results;
    results.reserve(experiment.criteria.size());
    for (const Criterion& criterion : experiment.criteria) {
        results.push_back(judge_one(criterion, rows));
    }
    return results;
}

}  // namespace stallscope
