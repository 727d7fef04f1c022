// SPDX-License-Identifier: Apache-2.0
#include "analysis/half_visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "analysis/quantile.h"
#include "analysis/renewal_rate.h"

namespace stallscope {
namespace {

constexpr double ns_per_ms = 1e6;

using Values = std::span<const std::int64_t>;

struct Window {
    Values arrivals_ns, values_ns;  ///< those with 0 ≤ arrival < window
};

Window in_window(const HalfVisit& half) {
    const auto& all = half.arrivals_ns;
    const auto first = std::lower_bound(all.begin(), all.end(), std::int64_t{0});
    const auto after = std::lower_bound(first, all.end(), half.window_ns);
    const auto offset = static_cast<std::size_t>(first - all.begin());
    const auto count = static_cast<std::size_t>(after - first);
    const bool has_values = half.values_ns.size() == all.size();
    return {all.subspan(offset, count),
            has_values ? half.values_ns.subspan(offset, count) : Values{}};
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) {
        return *middle;
    }
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double sum_ms(Values values) {
    long double sum = 0;
    for (const std::int64_t value : values) {
        sum += static_cast<long double>(value);
    }
    return static_cast<double>(sum / ns_per_ms);
}

double mean_ms(Values values) {
    return sum_ms(values) / static_cast<double>(values.size());
}

double quantile_ms(Values values, double p, std::vector<std::int64_t>& scratch) {
    scratch.assign(values.begin(), values.end());
    return quantile(scratch, p).value_or(0) / ns_per_ms;
}

/// What one half-visit gives, on the log scale where there is one and on the plain scale.
struct Half {
    std::optional<double> log, raw;
};

/// Logs are taken part by part, before the median.
Half over_parts(const std::vector<double>& parts, bool logs) {
    Half half;
    if (parts.empty()) {
        return half;
    }
    half.raw = median(parts);
    if (logs && std::all_of(parts.begin(), parts.end(), [](double v) { return v > 0; })) {
        std::vector<double> lns(parts.size());
        std::transform(parts.begin(), parts.end(), lns.begin(),
                       [](double v) { return std::log(v); });
        half.log = median(lns);
    }
    return half;
}

Half one_value(double value, bool logs) {
    return over_parts({value}, logs);
}

Half time_half(const HalfVisit& half, const Window& window, Statistic statistic, int parts,
               bool logs) {
    if (statistic == Statistic::mean) {
        return one_value(mean_ms(window.values_ns), logs);
    }
    std::vector<double> of_parts;
    std::vector<std::int64_t> scratch;
    auto begin = window.arrivals_ns.begin();
    for (int part = 1; part <= parts; ++part) {
        const auto end = part == parts ? window.arrivals_ns.end()
                                       : std::lower_bound(begin, window.arrivals_ns.end(),
                                                          part_begin(half.window_ns, part, parts));
        const auto values =
            window.values_ns.subspan(static_cast<std::size_t>(begin - window.arrivals_ns.begin()),
                                     static_cast<std::size_t>(end - begin));
        begin = end;
        if (!values.empty()) {
            of_parts.push_back(statistic == Statistic::p50 ? quantile_ms(values, 0.5, scratch)
                                                           : mean_ms(values));
        }
    }
    return over_parts(of_parts, logs);
}

Half rate_half(const HalfVisit& half, Statistic statistic, int parts) {
    if (statistic == Statistic::mean) {
        const auto rate = renewal_rate(half.arrivals_ns, half.window_ns);
        return rate ? one_value(rate->per_second(), true) : Half{};
    }
    std::vector<double> of_parts;
    if (const auto cut = rate_parts(half.arrivals_ns, half.window_ns, parts)) {
        for (const auto& rate : cut->per_second) {
            if (rate) {
                of_parts.push_back(*rate);
            }
        }
    }
    return over_parts(of_parts, true);
}

VisitValue without(std::string why, bool too_few = false) {
    VisitValue value;
    value.why = std::move(why);
    value.too_few = too_few;
    return value;
}

/// The mean of the halves; −ln for rates, whose cost is falling.
void set_value(VisitValue& value, std::span<const Half> halves, CostScale kind) {
    double raw = 0;
    double log = 0;
    bool logs = kind != CostScale::raw;
    for (const Half& half : halves) {
        raw += half.raw.value_or(0);
        log += half.log.value_or(0);
        logs = logs && half.log.has_value();
    }
    const auto count = static_cast<double>(halves.size());
    value.raw = raw / count;
    if (kind == CostScale::raw) {
        value.y = value.raw;
    } else if (logs) {
        value.y = (kind == CostScale::rate ? -log : log) / count;
    } else {
        value.why = "a value of zero or less has no logarithm";
    }
}

VisitValue tail_value(std::span<const Window> windows, CostScale kind, double p) {
    std::size_t fewest = windows.front().values_ns.size();
    std::size_t all = 0;
    for (const Window& window : windows) {
        fewest = std::min(fewest, window.values_ns.size());
        all += window.values_ns.size();
    }
    constexpr double rounding = 1e-9;  // 500 × (1 − 0.99) is not quite 5
    const double beyond = static_cast<double>(fewest) * (1 - p) + rounding;
    const double beyond_in_all = static_cast<double>(all) * (1 - p) + rounding;
    VisitValue value;
    value.thin = beyond < thin_exceedances;
    value.pooled = beyond < fewest_exceedances;
    if (value.pooled && beyond_in_all < fewest_exceedances) {
        return without(fmt::format("too few requests for P{:.0f} ({}, needed {:.0f})", p * 100,
                                   fewest, std::ceil(fewest_exceedances / (1 - p) - rounding)),
                       true);
    }
    std::vector<std::int64_t> scratch;
    std::vector<Half> halves;
    const bool logs = kind != CostScale::raw;
    if (value.pooled) {
        for (const Window& window : windows) {
            scratch.insert(scratch.end(), window.values_ns.begin(), window.values_ns.end());
        }
        halves.push_back(one_value(quantile(scratch, p).value_or(0) / ns_per_ms, logs));
    } else {
        for (const Window& window : windows) {
            halves.push_back(one_value(quantile_ms(window.values_ns, p, scratch), logs));
        }
    }
    set_value(value, halves, kind);
    return value;
}

}  // namespace

std::int64_t part_begin(std::int64_t window_ns, int part, int parts) {
    // Quotient and remainder apart: window × part could overflow.
    return window_ns / parts * part + (window_ns % parts * part + parts - 1) / parts;
}

int parts_for(std::int64_t n, int parts) {
    const std::int64_t possible = std::min<std::int64_t>(parts, n / fewest_per_part);
    return possible < fewest_parts ? 1 : static_cast<int>(possible);
}

std::optional<RateParts> rate_parts(std::span<const std::int64_t> arrivals_ns,
                                    std::int64_t window_ns, int parts) {
    const auto first = std::lower_bound(arrivals_ns.begin(), arrivals_ns.end(), std::int64_t{0});
    if (parts < 1 || first == arrivals_ns.end() || *first >= window_ns) {
        return std::nullopt;
    }
    RateParts cut;
    cut.edges_ns.push_back(*first);
    auto from = first;
    for (int part = 1; part <= parts; ++part) {
        const auto to =
            std::lower_bound(from, arrivals_ns.end(), part_begin(window_ns, part, parts));
        cut.closed_by_arrival = to != arrivals_ns.end();
        const std::int64_t edge = cut.closed_by_arrival ? *to : window_ns;
        const std::int64_t span_ns = edge - cut.edges_ns.back();
        cut.edges_ns.push_back(edge);
        cut.per_second.push_back(span_ns > 0 ? std::optional(static_cast<double>(to - from) * 1e9 /
                                                             static_cast<double>(span_ns))
                                             : std::nullopt);
        from = to;
    }
    return cut;
}

VisitValue visit_value(std::span<const HalfVisit> halves, CostScale kind, Statistic statistic,
                       int parts) {
    const bool tail = statistic == Statistic::p95 || statistic == Statistic::p99;
    if (kind == CostScale::rate && (tail || statistic == Statistic::p50)) {
        return without("a rate has no quantile over requests");
    }
    std::vector<Window> windows;
    for (const HalfVisit& half : halves) {
        windows.push_back(in_window(half));
        if (windows.back().arrivals_ns.empty()) {
            return without("a half-visit has no request");
        }
        if (kind != CostScale::rate && windows.back().values_ns.empty()) {
            return without("the requests of a half-visit lack this value");
        }
    }
    if (windows.empty()) {
        return without("the visit is missing");
    }
    if (tail) {
        return tail_value(windows, kind, statistic == Statistic::p95 ? 0.95 : 0.99);
    }
    VisitValue value;
    std::vector<Half> of_halves;
    for (std::size_t h = 0; h < halves.size(); ++h) {
        const int used = parts_for(static_cast<std::int64_t>(windows[h].arrivals_ns.size()), parts);
        value.parts = h == 0 ? used : std::min(value.parts, used);
        if (kind == CostScale::rate) {
            of_halves.push_back(rate_half(halves[h], statistic, used));
            value.open_end = value.open_end || halves[h].arrivals_ns.back() < halves[h].window_ns;
        } else {
            of_halves.push_back(
                time_half(halves[h], windows[h], statistic, used, kind == CostScale::time));
        }
    }
    set_value(value, of_halves, kind);
    return value;
}

std::optional<CostTotal> cost_total(std::span<const HalfVisit> halves, CostScale kind) {
    CostTotal total;
    for (const HalfVisit& half : halves) {
        if (kind == CostScale::rate) {
            const auto rate = renewal_rate(half.arrivals_ns, half.window_ns);
            if (!rate) {
                return std::nullopt;
            }
            total.cost_ms += static_cast<double>(rate->span_ns) / ns_per_ms;
            total.n += static_cast<double>(rate->n);
        } else {
            const Values values = in_window(half).values_ns;
            if (values.empty()) {
                return std::nullopt;
            }
            total.cost_ms += sum_ms(values);
            total.n += static_cast<double>(values.size());
        }
    }
    return halves.empty() ? std::nullopt : std::optional(total);
}

}  // namespace stallscope
