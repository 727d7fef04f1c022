// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "analysis/contrast.h"

namespace stallscope {

// Step 9: counts and shares. A share is judged per cycle, never per request: errors come in bursts.

/// Requests of one cycle that failed, out of those that were made.
struct ShareCount {
    double failed = 0, requests = 0;
};

/// One-sided Clopper–Pearson (1934) limits, each at level `alpha`, of `x` out of `n`; fractions
/// allowed. n = 0: 0 … 1.
Bounds clopper_pearson(double x, double n, double alpha);

/// A share over several cycles: the outer hull of Clopper–Pearson on counts that are divided by
/// the overdispersion φ, and of Student's t on the per-cycle shares.
class ShareEstimate {
public:
    /// Empty for fewer than two cycles or a cycle without requests.
    static std::optional<ShareEstimate> from(std::span<const ShareCount> cycles);

    /// φ = max(1, Pearson's χ² over the cycles / (K − 1)); 1 where nothing or everything failed.
    double overdispersion() const { return m_phi; }
    /// All that failed out of all requests, 0 … 1.
    double pooled() const { return m_failed / m_requests; }
    /// Student's estimate on the per-cycle shares.
    const Estimate& per_cycle() const { return m_per_cycle; }

    /// The parts of the hull at the one-sided level `alpha`, and the hull within 0 … 1.
    Bounds by_counts(double alpha) const;
    Bounds by_cycles(double alpha) const;
    Bounds interval(double alpha) const;

    /// The levels at which the hull just touches `limit` from below and from above: one-sided p of
    /// "share ≥ limit" (small when met) and of "share ≤ limit" (small when not met).
    double p_met(double limit) const;
    double p_not_met(double limit) const;

private:
    Estimate m_per_cycle;
    double m_failed = 0, m_requests = 0, m_phi = 1;
};

}  // namespace stallscope
