// SPDX-License-Identifier: Apache-2.0
#include "analysis/shares.h"

#include <algorithm>
#include <vector>

#include "analysis/distributions.h"
#include "analysis/outcome.h"

namespace stallscope {

Bounds clopper_pearson(double x, double n, double alpha) {
    return {x <= 0 ? 0 : beta_quantile(alpha, x, n - x + 1),
            x >= n ? 1 : beta_quantile(1 - alpha, x + 1, n - x)};
}

std::optional<ShareEstimate> ShareEstimate::from(std::span<const ShareCount> cycles) {
    ShareEstimate share;
    std::vector<double> shares;
    for (const ShareCount& cycle : cycles) {
        if (!(cycle.requests > 0)) {
            return std::nullopt;
        }
        share.m_failed += cycle.failed;
        share.m_requests += cycle.requests;
        shares.push_back(cycle.failed / cycle.requests);
    }
    const auto estimate = stallscope::paired(shares);
    if (!estimate) {
        return std::nullopt;
    }
    share.m_per_cycle = *estimate;
    const double p = share.pooled();
    if (p > 0 && p < 1) {
        double squares = 0;
        for (const ShareCount& cycle : cycles) {
            const double off = cycle.failed - cycle.requests * p;
            squares += off * off / (cycle.requests * p * (1 - p));
        }
        share.m_phi = std::max(1.0, squares / estimate->df);
    }
    return share;
}

Bounds ShareEstimate::by_counts(double alpha) const {
    return clopper_pearson(m_failed / m_phi, m_requests / m_phi, alpha);
}

Bounds ShareEstimate::by_cycles(double alpha) const {
    return bounds(m_per_cycle, t_critical(alpha, m_per_cycle.df));
}

Bounds ShareEstimate::interval(double alpha) const {
    const Bounds counts = by_counts(alpha);
    const Bounds cycles = by_cycles(alpha);
    return {std::clamp(std::min(counts.low, cycles.low), 0.0, 1.0),
            std::clamp(std::max(counts.high, cycles.high), 0.0, 1.0)};
}

double ShareEstimate::p_met(double limit) const {
    const double x = m_failed / m_phi;
    const double n = m_requests / m_phi;
    const double of_counts = x >= n ? 1 : beta_cdf(1 - limit, n - x, x + 1);
    return std::max(of_counts, stallscope::p_met(m_per_cycle, limit));
}

double ShareEstimate::p_not_met(double limit) const {
    const double x = m_failed / m_phi;
    const double n = m_requests / m_phi;
    const double of_counts = x <= 0 ? 1 : beta_cdf(limit, x, n - x + 1);
    return std::max(of_counts, stallscope::p_not_met(m_per_cycle, limit));
}

}  // namespace stallscope
