// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace stallscope::app {

/// Quantile of type 7 as everywhere in Stallscope (analysis/quantile.h), of values that are sorted
/// already: O(1). `p` in 0 … 1. Empty for no values.
std::optional<double> sorted_quantile(std::span<const float> sorted, double p);

/// The same where there are enough values for it: a P99 of fewer than 299 is not given
/// (analysis/quantile.h).
std::optional<double> shown_quantile(std::span<const float> sorted, double p);

/// Values that come in any order and are wanted sorted, again and again while more come.
class SortedValues {
public:
    /// NaN is left out.
    void add(float value);
    void clear();

    /// All of them, sorted. What came since the last call is merged in: O(n).
    std::span<const float> sorted();
    std::size_t size() const { return m_sorted.size() + m_new.size(); }

private:
    std::vector<float> m_sorted, m_new;
};

/// One step of an empirical distribution: from x on this share of the values is at most x.
struct EcdfStep {
    double x = 0, share = 0;
    bool operator==(const EcdfStep&) const = default;
};

/// The distribution of sorted values over `low` … `high`, both above zero, for a logarithmic axis.
/// Up to `most` values in there: a step at each different one. More: the exact share at `most`
/// places that are evenly spaced in the logarithm. The first step is at `low`, the last at `high`.
std::vector<EcdfStep> ecdf_steps(std::span<const float> sorted, double low, double high,
                                 int most = 2000);

/// Share of the values that are at most x.
double ecdf_at(std::span<const float> sorted, double x);

}  // namespace stallscope::app
