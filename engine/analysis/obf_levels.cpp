// SPDX-License-Identifier: Apache-2.0
#include "analysis/obf_levels.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numbers>
#include <optional>

#include "analysis/distributions.h"

namespace stallscope {
namespace {

// How the levels become exact for the paired t. With R_n = Σx/√Σx² after n differences,
// T_n = √(n−1)·R_n/√(n − R_n²): a look at T is a look at R. Under θ = margin the direction of
// (x_1 … x_n) is uniform on the sphere and does not depend on the share ψ that the next
// difference takes of the length: R_{n+1} = cos ψ·R_n + sin ψ, with density ∝ cos^{n−1} ψ. So
// R_n is a Markov chain in one dimension, and the mass that has not crossed yet is carried from
// look to look on a grid.

constexpr int first_look = 3;
constexpr double least_spent = 1e-6;
constexpr double half_pi = std::numbers::pi / 2;
constexpr double lowest_r = -7.5;   // below it lies nothing that could still cross
constexpr double widest_psi = 8.5;  // in standard deviations 1/√n
using Gauss = boost::math::quadrature::gauss<double, 40>;

/// The angle from the pole within which the share `level` of the sphere in n dimensions lies:
/// that of T = √(n−1)·cot θ.
double angle_of(double level, int n) {
    return std::atan2(std::sqrt(n - 1.0), t_critical(level, n - 1));
}

/// Mass over the angle θ of R_n = √n·cos θ, from the boundary (where crossing begins) to where
/// nothing matters any more. Quadratic in θ: the closer to the boundary, the finer.
class Grid {
public:
    Grid(int n, double boundary)
        : m_boundary(boundary),
          m_range(std::acos(std::max(-1.0, lowest_r / std::sqrt(n))) - boundary),
          m_root_n(std::sqrt(n)),
          m_mass(cells + 1, 0.0) {}

    double r(int node) const {
        const double u = static_cast<double>(node) / cells;
        return m_root_n * std::cos(m_boundary + m_range * u * u);
    }
    double range() const { return m_range; }
    double mass(int node) const { return m_mass[static_cast<std::size_t>(node)]; }

    void add_at_angle(double theta, double mass) {
        const double u = std::sqrt(std::max(0.0, theta - m_boundary) / m_range);
        const double at = std::min(u, 1.0) * cells;
        const int first = std::clamp(static_cast<int>(at) - 1, 0, cells - 3);
        // Shares of a cubic through four nodes: what is smooth keeps its integral to h⁴.
        const double x = at - first;
        const double x1 = x - 1;
        const double x2 = x - 2;
        const double x3 = x - 3;
        double* node = &m_mass[static_cast<std::size_t>(first)];
        node[0] -= mass * x1 * x2 * x3 / 6;
        node[1] += mass * x * x2 * x3 / 2;
        node[2] -= mass * x * x1 * x3 / 2;
        node[3] += mass * x * x1 * x2 / 6;
    }
    void add_at_r(double r, double mass) {
        add_at_angle(std::acos(std::clamp(r / m_root_n, -1.0, 1.0)), mass);
    }

    static constexpr int cells = 600;

private:
    double m_boundary, m_range, m_root_n;
    std::vector<double> m_mass;
};

/// The ψ for which cos ψ·r + sin ψ > b: an interval, empty (from ≥ to) if r is too far off.
struct Crossing {
    double from = half_pi, to = half_pi;
};

Crossing crossing(double r, double b) {
    const double reach = std::hypot(1.0, r);
    if (reach <= b) {
        return {};
    }
    const double top = std::atan(r);
    const double rise = std::asin(std::max(-1.0, b / reach));
    return {std::clamp(rise - top, -half_pi, half_pi),
            std::clamp(std::numbers::pi - rise - top, -half_pi, half_pi)};
}

/// One step of the chain, from n to n + 1 differences.
class Step {
public:
    Step(const Grid& from, int n)
        : m_from(from),
          m_n(n),
          m_scale(std::exp(std::lgamma((n + 1) / 2.0) - std::lgamma(n / 2.0)) /
                  std::sqrt(std::numbers::pi)),
          m_reach(std::min(half_pi, widest_psi / std::sqrt(n))) {}

    /// Mass that lies above b after the step and did not before.
    double mass_above(double b) const {
        double sum = 0;
        for (int i = 0; i <= Grid::cells; ++i) {
            const Crossing out = crossing(m_from.r(i), b);
            if (out.from < out.to) {
                sum += m_from.mass(i) * (psi_cdf(out.to) - psi_cdf(out.from));
            }
        }
        return sum;
    }

    /// What stays below b, on the next grid.
    void carry(double b, Grid& to) const {
        for (int i = 0; i <= Grid::cells; ++i) {
            const double r = m_from.r(i);
            Crossing out = crossing(r, b);
            if (out.from >= out.to) {
                // R rises up to here and falls from here on.
                out.from = out.to = half_pi - std::max(0.0, std::atan(r));
            }
            carry_between(-m_reach, std::min(out.from, m_reach), r, m_from.mass(i), to);
            carry_between(m_reach, std::max(out.to, -m_reach), r, m_from.mass(i), to);
        }
    }

private:
    /// P(Ψ ≤ ψ): (sin Ψ + 1)/2 has the beta distribution with n/2 twice.
    double psi_cdf(double psi) const {
        return beta_cdf((std::sin(psi) + 1) / 2, m_n / 2.0, m_n / 2.0);
    }

    /// ψ from `far` to `near`, the end where R comes closest to the boundary; the nodes gather
    /// there, because that is where the next crossings come from.
    void carry_between(double far, double near, double r, double mass, Grid& to) const {
        const double range = far - near;
        if (mass == 0 || range == 0 || (range > 0) != (far > 0)) {
            return;
        }
        const auto at = [&](double x, double weight) {
            const double u = (1 + x) / 2;
            const double psi = near + range * u * u;
            const double cosine = std::cos(psi);
            to.add_at_r(cosine * r + std::sin(psi),
                        mass * m_scale * std::abs(range) * u * weight * std::pow(cosine, m_n - 1));
        };
        for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i) {
            at(Gauss::abscissa()[i], Gauss::weights()[i]);
            at(-Gauss::abscissa()[i], Gauss::weights()[i]);
        }
    }

    const Grid& m_from;
    int m_n;
    double m_scale;
    double m_reach;
};

double spent(int n, int cycles, double alpha) {
    const double fraction = static_cast<double>(n) / cycles;
    return 2 * normal_above(normal_critical(alpha / 2) / std::sqrt(fraction));
}

/// The mass below the boundary after the first look: θ has the density ∝ sin^{n−2} θ.
Grid first_grid(int n, double boundary) {
    Grid grid(n, boundary);
    constexpr int pieces = 20000;
    const double range = grid.range();
    const double scale =
        std::exp(std::lgamma(n / 2.0) - std::lgamma((n - 1) / 2.0)) / std::sqrt(std::numbers::pi);
    for (int i = 0; i < pieces; ++i) {
        const double u = (i + 0.5) / pieces;
        const double theta = boundary + range * u * u;
        grid.add_at_angle(theta, scale * std::pow(std::sin(theta), n - 2) * 2 * u * range / pieces);
    }
    return grid;
}

/// The level at which exactly `target` crosses for the first time. It lies between that target
/// (nobody crossed before) and everything spent so far (all of them would cross again).
double level_for(const Step& step, int n, double target, double spent_so_far) {
    const auto excess = [&](double log_level) {
        const double theta = angle_of(std::exp(log_level), n);
        return step.mass_above(std::sqrt(n) * std::cos(theta)) - target;
    };
    const double low = std::log(target * 0.98);
    const double high = std::log(spent_so_far * 1.02);
    std::uintmax_t most = 60;
    const auto found = boost::math::tools::toms748_solve(
        excess, low, high, boost::math::tools::eps_tolerance<double>(24), most);
    return std::exp((found.first + found.second) / 2);
}

}  // namespace

std::vector<double> computed_obf_levels(int cycles, double alpha) {
    std::vector<double> levels;
    double spent_so_far = 0;
    std::optional<Grid> grid;  // none before the first look that spends
    for (int n = first_look; n <= cycles; ++n) {
        const double now = n == cycles ? alpha : spent(n, cycles, alpha);
        if (now < least_spent && n < cycles) {
            levels.push_back(0);
            continue;
        }
        const double target = now - spent_so_far;
        spent_so_far = now;
        if (!grid) {
            levels.push_back(target);
            grid = first_grid(n, angle_of(target, n));
            continue;
        }
        const Step step(*grid, n - 1);
        levels.push_back(level_for(step, n, target, now));
        const double boundary = angle_of(levels.back(), n);
        Grid next(n, boundary);
        step.carry(std::sqrt(n) * std::cos(boundary), next);
        grid = std::move(next);
    }
    return levels;
}

std::vector<double> obf_levels(int cycles, int hypotheses, double alpha) {
    const auto row = obf_table_row(cycles, hypotheses);
    if (alpha == 0.05 && !row.empty()) {
        return {row.begin(), row.end()};
    }
    return cycles < first_look ? std::vector<double>{}
                               : computed_obf_levels(cycles, alpha / std::max(1, hypotheses));
}

}  // namespace stallscope
