// SPDX-License-Identifier: Apache-2.0
#include "analysis/half_digest.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "analysis/detector_statistics.h"
#include "analysis/renewal_rate.h"

namespace stallscope {
namespace {

constexpr double ns_per_ms = 1e6;

using Values = std::span<const std::int64_t>;

std::optional<double> log_of(double value) {
    return value > 0 ? std::optional(std::log(value)) : std::nullopt;
}

std::optional<double> typical_of(const std::vector<std::optional<double>>& parts) {
    std::vector<double> there;
    for (const auto& part : parts) {
        if (part) {
            there.push_back(*part);
        }
    }
    return there.empty() ? std::nullopt : std::optional(median_of(std::move(there)));
}

/// s² of the batches' means against s² of the requests: where neighbours are alike the former is
/// too large, and n requests are worth fewer (Fishman 1978, batch means). About √n batches.
double effective_number(Values values, double mean, double variance) {
    const auto n = values.size();
    const auto size = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    if (size < 2 || !(variance > 0)) {
        return static_cast<double>(n);
    }
    const std::size_t batches = n / size;
    double squares = 0;
    double sum_of_means = 0;
    for (std::size_t b = 0; b < batches; ++b) {
        double sum = 0;
        for (const std::int64_t value : values.subspan(b * size, size)) {
            sum += static_cast<double>(value) - mean;
        }
        const double of_batch = sum / static_cast<double>(size);
        sum_of_means += of_batch;
        squares += of_batch * of_batch;
    }
    const auto count = static_cast<double>(batches);
    const double of_means = (squares - sum_of_means * sum_of_means / count) / (count - 1);
    const auto all = static_cast<double>(n);
    if (!(of_means > 0)) {
        return all;
    }
    return std::min(all, all * variance / (static_cast<double>(size) * of_means));
}

void sample(HalfDigest& digest, Values values, std::size_t limit) {
    const std::size_t n = values.size();
    const std::size_t kept = std::min(n, limit);
    digest.sample_ln.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        // The middle of each of `kept` equal stretches.
        const std::int64_t value = values[(2 * i + 1) * n / (2 * kept)];
        if (value > 0) {
            digest.sample_ln.push_back(
                static_cast<float>(std::log(static_cast<double>(value) / ns_per_ms)));
        }
    }
}

void order_statistics(HalfDigest& digest, Values values) {
    std::vector<std::int64_t> sorted(values.begin(), values.end());
    const std::size_t n = sorted.size();
    const auto at = [&](std::size_t index) {
        return sorted.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const std::size_t top = n / 100;
    if (top > 0) {
        std::nth_element(sorted.begin(), at(n - top), sorted.end());
        double sum = 0;
        for (auto it = at(n - top); it != sorted.end(); ++it) {
            sum += static_cast<double>(*it);
        }
        digest.top_ms = sum / ns_per_ms;
    }
    const auto largest = std::max_element(top > 0 ? at(n - top) : sorted.begin(), sorted.end());
    digest.max_ms = static_cast<double>(*largest) / ns_per_ms;
    const std::size_t middle = (n - 1) / 2;
    std::nth_element(sorted.begin(), at(middle), at(n - top));
    const std::int64_t p50 = *at(middle);
    digest.p50_ms = static_cast<double>(p50) / ns_per_ms;
    digest.ties_at_p50 =
        static_cast<double>(std::count(values.begin(), values.end(), p50)) / static_cast<double>(n);
}

void digest_values(HalfDigest& digest, const HalfVisit& half, Values arrivals, Values values,
                   std::size_t sample_limit) {
    const int parts = static_cast<int>(digest.part_logs.size());
    const auto n = static_cast<double>(values.size());
    digest.part_median_logs.resize(digest.part_logs.size());
    std::vector<std::int64_t> scratch;
    double total = 0;
    auto begin = arrivals.begin();
    for (int part = 1; part <= parts; ++part) {
        const auto end = part == parts ? arrivals.end()
                                       : std::lower_bound(begin, arrivals.end(),
                                                          part_begin(half.window_ns, part, parts));
        const auto first = static_cast<std::size_t>(begin - arrivals.begin());
        const auto count = static_cast<std::size_t>(end - begin);
        begin = end;
        if (count == 0) {
            continue;
        }
        const Values of_part = values.subspan(first, count);
        double sum = 0;
        for (const std::int64_t value : of_part) {
            sum += static_cast<double>(value);
        }
        total += sum;
        const auto index = static_cast<std::size_t>(part - 1);
        digest.part_logs[index] = log_of(sum / ns_per_ms / static_cast<double>(count));
        scratch.assign(of_part.begin(), of_part.end());
        const auto middle = scratch.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::nth_element(scratch.begin(), middle, scratch.end());
        digest.part_median_logs[index] = log_of(static_cast<double>(*middle) / ns_per_ms);
    }
    const double mean = total / n;
    double squares = 0;
    for (const std::int64_t value : values) {
        const double off = static_cast<double>(value) - mean;
        squares += off * off;
    }
    digest.total_ms = total / ns_per_ms;
    digest.mean_log = log_of(mean / ns_per_ms);
    digest.n_eff = effective_number(values, mean, n > 1 ? squares / (n - 1) : 0);
    order_statistics(digest, values);
    sample(digest, values, sample_limit);
}

void digest_arrivals(HalfDigest& digest, const HalfVisit& half) {
    const int parts = static_cast<int>(digest.part_logs.size());
    if (const auto cut = rate_parts(half.arrivals_ns, half.window_ns, parts)) {
        for (std::size_t part = 0; part < cut->per_second.size(); ++part) {
            if (cut->per_second[part]) {
                digest.part_logs[part] = log_of(*cut->per_second[part]);
            }
        }
    }
    if (const auto total = renewal_rate(half.arrivals_ns, half.window_ns)) {
        digest.mean_log = log_of(total->per_second());
    }
}

}  // namespace

HalfDigest digest(const HalfVisit& half, int parts, std::size_t sample_limit) {
    const auto& all = half.arrivals_ns;
    const auto from = std::lower_bound(all.begin(), all.end(), std::int64_t{0});
    const auto to = std::lower_bound(from, all.end(), half.window_ns);
    const auto offset = static_cast<std::size_t>(from - all.begin());
    const auto count = static_cast<std::size_t>(to - from);

    HalfDigest digest;
    digest.n = static_cast<std::int64_t>(count);
    digest.rate = half.values_ns.size() != all.size() || half.values_ns.empty();
    if (count == 0) {
        return digest;
    }
    digest.part_logs.resize(static_cast<std::size_t>(parts_for(digest.n, parts)));
    if (digest.rate) {
        digest_arrivals(digest, half);
    } else {
        digest_values(digest, half, all.subspan(offset, count),
                      half.values_ns.subspan(offset, count), sample_limit);
    }
    digest.typical_log = typical_of(digest.part_logs);
    return digest;
}

}  // namespace stallscope
