// SPDX-License-Identifier: Apache-2.0
#include "analysis/cost_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace stallscope {
namespace {

using SizeKey = std::pair<std::size_t, std::size_t>;

SizeKey key_of(const BatchSize& batch) {
    return {batch.messages, batch.bytes};
}

struct Two {
    double a = 0, b = 0;
};

/// Least squares of 1 = a·x + b·y, a and b ≥ 0.
class TwoTerms {
public:
    void add(double x, double y) {
        m_xx += x * x;
        m_xy += x * y;
        m_yy += y * y;
        m_x += x;
        m_y += y;
    }

    Two solve() const {
        const double det = m_xx * m_yy - m_xy * m_xy;
        // One message size only: messages and bytes say the same, so the bytes get it all.
        if (det <= 1e-9 * m_xx * m_yy) return {0, alone(m_y, m_yy)};
        const Two both{(m_x * m_yy - m_y * m_xy) / det, (m_y * m_xx - m_x * m_xy) / det};
        if (both.a < 0) return {0, alone(m_y, m_yy)};
        if (both.b < 0) return {alone(m_x, m_xx), 0};
        return both;
    }

private:
    static double alone(double sum, double squares) {
        return squares > 0 ? std::max(0.0, sum / squares) : 0;
    }
    double m_xx = 0, m_xy = 0, m_yy = 0, m_x = 0, m_y = 0;
};

/// One sample with several workers, and its batch's time on one.
struct Shared {
    double ns = 0, alone_ns = 0;
    int workers = 2, started = 1;
};

struct Cost {
    double ns_per_thread = 0, deviation = 0;  ///< sum of squares
};

/// The best cost of a thread for a given speedup.
Cost thread_cost(const std::vector<Shared>& samples, const CostModel& model) {
    const auto rest = [&](const Shared& one) {
        return 1 - one.alone_ns / shared_work(model, one.workers, model.cpus) / one.ns;
    };
    double xy = 0, xx = 0;
    for (const Shared& one : samples) {
        const double x = one.started / one.ns;
        xy += x * rest(one);
        xx += x * x;
    }
    Cost cost;
    cost.ns_per_thread = xx > 0 ? std::max(0.0, xy / xx) : 0;
    for (const Shared& one : samples) {
        const double off = rest(one) - cost.ns_per_thread * one.started / one.ns;
        cost.deviation += off * off;
    }
    return cost;
}

/// The speedup within 1 … cpus whose deviation is least: a grid, then ever finer ones around it.
void fit_threads(const std::vector<Shared>& samples, CostModel& model) {
    constexpr int steps = 32;
    double low = 1, high = model.cpus;
    Cost best;
    best.deviation = std::numeric_limits<double>::infinity();
    double best_speedup = 1;
    for (int round = 0; round < 6; ++round) {
        const double width = (high - low) / steps;
        for (int i = 0; i <= steps; ++i) {
            model.speedup = low + i * width;
            const Cost cost = thread_cost(samples, model);
            if (cost.deviation < best.deviation) {
                best = cost;
                best_speedup = model.speedup;
            }
        }
        low = std::max(1.0, best_speedup - width);
        high = std::min<double>(model.cpus, best_speedup + width);
    }
    model.speedup = best_speedup;
    model.ns_per_thread = best.ns_per_thread;
}

double work_ns(const CostModel& model, const BatchSize& batch) {
    return static_cast<double>(batch.messages) * model.ns_per_message +
           static_cast<double>(batch.bytes) * model.ns_per_byte;
}

std::optional<CostModel> fitted(const std::vector<CostSample>& samples, int cpus) {
    CostModel model;
    model.cpus = std::max(1, cpus);
    TwoTerms parse;
    std::map<SizeKey, std::pair<double, int>> alone;  // sum of times, how many
    for (const CostSample& one : samples) {
        if (one.workers != 1) continue;
        parse.add(static_cast<double>(one.batch.messages) / one.ns,
                  static_cast<double>(one.batch.bytes) / one.ns);
        auto& [sum, count] = alone[key_of(one.batch)];
        sum += one.ns;
        ++count;
    }
    if (alone.empty()) return std::nullopt;
    const Two parse_cost = parse.solve();
    model.ns_per_message = parse_cost.a;
    model.ns_per_byte = parse_cost.b;
    model.speedup = 1;
    if (model.cpus == 1) return model;
    std::vector<Shared> shared;
    for (const CostSample& one : samples) {
        const auto single = alone.find(key_of(one.batch));
        if (one.workers < 2 || one.workers > model.cpus || single == alone.end()) continue;
        shared.push_back(
            {one.ns, single->second.first / single->second.second, one.workers, one.started});
    }
    if (shared.empty()) return std::nullopt;
    fit_threads(shared, model);
    return model;
}

/// Root mean square of the relative deviations, over all samples that the model is about.
double residual_of(const std::vector<CostSample>& samples, const CostModel& model) {
    double sum = 0;
    int count = 0;
    for (const CostSample& one : samples) {
        if (one.workers > model.cpus) continue;
        const double predicted =
            one.started * model.ns_per_thread +
            work_ns(model, one.batch) / shared_work(model, one.workers, model.cpus);
        sum += std::pow(predicted / one.ns - 1, 2);
        ++count;
    }
    return count > 0 ? std::sqrt(sum / count) : 0;
}

/// The spread of a number over the fits that leave one batch size out each.
std::optional<double> jackknife(const std::vector<CostModel>& without, double CostModel::*number) {
    const auto n = static_cast<double>(without.size());
    if (n < 3) return std::nullopt;
    double mean = 0, squares = 0;
    for (const CostModel& one : without) mean += one.*number / n;
    for (const CostModel& one : without) squares += std::pow(one.*number - mean, 2);
    return std::sqrt((n - 1) / n * squares);
}

}  // namespace

std::optional<double> pays_from_ns(const CostModel& model) {
    const double share = shared_work(model, 2, model.cpus);
    if (share <= 1) return std::nullopt;
    return model.ns_per_thread * share / (share - 1);
}

std::optional<CostFit> fit_cost(const std::vector<CostSample>& samples, int cpus) {
    const auto model = fitted(samples, cpus);
    if (!model) return std::nullopt;
    CostFit fit;
    fit.model = *model;
    fit.residual = residual_of(samples, *model);
    std::map<SizeKey, bool> sizes;
    for (const CostSample& one : samples) sizes[key_of(one.batch)] = true;
    fit.sizes = static_cast<int>(sizes.size());
    std::vector<CostModel> without;
    for (const auto& [size, unused] : sizes) {
        std::vector<CostSample> others;
        std::copy_if(samples.begin(), samples.end(), std::back_inserter(others),
                     [&](const CostSample& one) { return key_of(one.batch) != size; });
        if (const auto one = fitted(others, cpus)) without.push_back(*one);
    }
    fit.se_message = jackknife(without, &CostModel::ns_per_message);
    fit.se_byte = jackknife(without, &CostModel::ns_per_byte);
    fit.se_thread = jackknife(without, &CostModel::ns_per_thread);
    fit.se_speedup = jackknife(without, &CostModel::speedup);
    return fit;
}

}  // namespace stallscope
