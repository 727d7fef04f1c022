// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_dip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace stallscope {
namespace {

/// Quantiles of √n·dip of n uniform values, by simulation (300,000 samples in the first three rows,
/// 200,000, 100,000 and 60,000 in the others). The test simulates some of them again.
constexpr std::array<double, 8> table_p{0.5, 0.1, 0.05, 0.01, 0.005, 0.001, 0.0005, 0.0001};
struct TableRow {
    double n;
    std::array<double, 8> root_n_dip;
};
constexpr std::array<TableRow, 6> table{
    TableRow{50, {0.3456, 0.4585, 0.4968, 0.5722, 0.6009, 0.6614, 0.6901, 0.7379}},
    TableRow{100, {0.3549, 0.4720, 0.5114, 0.5905, 0.6197, 0.6852, 0.7079, 0.7623}},
    TableRow{200, {0.3617, 0.4807, 0.5209, 0.6024, 0.6340, 0.7018, 0.7291, 0.7853}},
    TableRow{500, {0.3683, 0.4888, 0.5292, 0.6112, 0.6427, 0.7134, 0.7411, 0.8014}},
    TableRow{1000, {0.3710, 0.4930, 0.5348, 0.6207, 0.6539, 0.7238, 0.7556, 0.8030}},
    TableRow{2000, {0.3739, 0.4961, 0.5376, 0.6237, 0.6577, 0.7282, 0.7565, 0.8276}}};

/// √n·dip at each of `table_p`, linear in ln n between the rows and constant beyond.
std::array<double, 8> quantiles_at(double n) {
    std::size_t next = 0;
    while (next < table.size() && table[next].n < n) {
        ++next;
    }
    if (next == 0) {
        return table.front().root_n_dip;
    }
    if (next == table.size()) {
        return table.back().root_n_dip;
    }
    const TableRow& low = table[next - 1];
    const TableRow& high = table[next];
    const double share = std::log(n / low.n) / std::log(high.n / low.n);
    std::array<double, 8> mixed{};
    for (std::size_t i = 0; i < mixed.size(); ++i) {
        mixed[i] = low.root_n_dip[i] + share * (high.root_n_dip[i] - low.root_n_dip[i]);
    }
    return mixed;
}

/// The empirical distribution as a staircase: at x[i] it climbs from below[i] to upto[i], counts.
struct Staircase {
    std::vector<double> x, below, upto;

    explicit Staircase(std::span<const double> sorted) {
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (x.empty() || sorted[i] > x.back()) {
                x.push_back(sorted[i]);
                below.push_back(static_cast<double>(i));
                upto.push_back(0);
            }
            upto.back() = static_cast<double>(i + 1);
        }
    }
};

/// Corners of the hull of the points (x, y) with index `from` … `to`; `turn` 1: the greatest
/// convex function below them, −1: the least concave one above.
std::vector<std::size_t> hull(const std::vector<double>& x, const std::vector<double>& y,
                              std::size_t from, std::size_t to, double turn) {
    std::vector<std::size_t> corners;
    for (std::size_t i = from; i <= to; ++i) {
        while (corners.size() >= 2) {
            const std::size_t a = corners[corners.size() - 2];
            const std::size_t b = corners.back();
            const double cross = (x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]);
            if (turn * cross > 0) {
                break;
            }
            corners.pop_back();
        }
        corners.push_back(i);
    }
    return corners;
}

/// Height of a hull at each index between its ends.
class HullHeight {
public:
    HullHeight(const std::vector<double>& x, const std::vector<double>& y,
               const std::vector<std::size_t>& corners)
        : m_x(x), m_y(y), m_corners(corners) {}

    /// Indices must not fall from call to call.
    double at(std::size_t i) {
        while (m_segment + 2 < m_corners.size() && m_corners[m_segment + 1] < i) {
            ++m_segment;
        }
        if (m_corners.size() == 1) {
            return m_y[m_corners.front()];
        }
        const std::size_t a = m_corners[m_segment];
        const std::size_t b = m_corners[m_segment + 1];
        return m_y[a] + (m_y[b] - m_y[a]) * (m_x[i] - m_x[a]) / (m_x[b] - m_x[a]);
    }

    /// The corner before or at, and the corner at or after, the index last asked for.
    std::size_t left(std::size_t i) const {
        return m_corners.size() > 1 && m_corners[m_segment + 1] == i ? i : m_corners[m_segment];
    }
    std::size_t right(std::size_t i) const {
        const std::size_t next = std::min(m_segment + 1, m_corners.size() - 1);
        return m_corners[m_segment] == i ? i : m_corners[next];
    }

private:
    const std::vector<double>& m_x;
    const std::vector<double>& m_y;
    const std::vector<std::size_t>& m_corners;
    std::size_t m_segment = 0;
};

/// Where the two hulls are farthest apart, and the interval that follows for the mode.
struct Widest {
    double gap = 0;
    std::size_t from = 0, to = 0;
};

Widest widest_gap(const Staircase& f, const std::vector<std::size_t>& convex,
                  const std::vector<std::size_t>& concave) {
    Widest widest;
    HullHeight above(f.x, f.upto, concave);
    for (const std::size_t corner : convex) {
        const double gap = above.at(corner) - f.below[corner];
        if (gap > widest.gap) {
            widest = {gap, corner, above.right(corner)};
        }
    }
    HullHeight below(f.x, f.below, convex);
    for (const std::size_t corner : concave) {
        const double gap = f.upto[corner] - below.at(corner);
        if (gap > widest.gap) {
            widest = {gap, below.left(corner), corner};
        }
    }
    return widest;
}

}  // namespace

double dip(std::span<const double> sorted) {
    if (sorted.empty()) {
        return 0;
    }
    const Staircase f(sorted);
    std::size_t from = 0;
    std::size_t to = f.x.size() - 1;
    double distance = 1;  // twice the dip, in counts
    while (from < to) {
        const auto convex = hull(f.x, f.below, from, to, 1);
        const auto concave = hull(f.x, f.upto, from, to, -1);
        const Widest widest = widest_gap(f, convex, concave);
        if (widest.gap <= distance) {
            break;
        }
        // Up to the mode and from it on; a step at the mode itself is no fault: one may lie there.
        HullHeight below(f.x, f.below, convex);
        for (std::size_t i = from; i < widest.from; ++i) {
            distance = std::max(distance, f.upto[i] - below.at(i));
        }
        HullHeight above(f.x, f.upto, concave);
        for (std::size_t i = widest.to + 1; i <= to; ++i) {
            distance = std::max(distance, above.at(i) - f.below[i]);
        }
        if (widest.from == from && widest.to == to) {
            break;
        }
        from = widest.from;
        to = std::max(widest.to, widest.from);
    }
    return distance / (2 * static_cast<double>(sorted.size()));
}

double dip_p(double dip, std::size_t n) {
    const double x = dip * std::sqrt(static_cast<double>(n));
    const auto quantiles = quantiles_at(static_cast<double>(n));
    if (x <= quantiles.front()) {
        return 1;  // nobody looks at a p above one half
    }
    // ln p is nearly a straight line in x²: between two quantiles, and beyond the last two.
    std::size_t i = 1;
    while (i + 1 < quantiles.size() && x > quantiles[i]) {
        ++i;
    }
    const double from = quantiles[i - 1] * quantiles[i - 1];
    const double to = quantiles[i] * quantiles[i];
    const double share = (x * x - from) / (to - from);
    return std::exp(std::log(table_p[i - 1]) +
                    share * (std::log(table_p[i]) - std::log(table_p[i - 1])));
}

}  // namespace stallscope
