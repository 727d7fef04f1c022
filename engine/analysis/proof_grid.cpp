// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/proof_run.h"
#include "analysis/proof_words.h"

namespace stallscope {
namespace {

constexpr std::array cycle_counts = {3, 5, 10};
constexpr int usual_cells = 4;

std::string words_of(const ProofShape& shape) {
    return fmt::format("{} noise, {} drift, {}, K = {}", to_text(shape.noise), to_text(shape.drift),
                       shape.one_noisier ? "one cell 3 times as noisy" : "cells equally noisy",
                       shape.cycles);
}

ProofLimit limit_of(const ProofShape& shape) {
    if (shape.cycles == 3 && shape.drift == ProofDrift::quadratic) {
        return {0.065, std::nullopt, false};
    }
    return {0.055, 0.06, false};
}

/// Counts both words of all `looks`, and the coverage where there is a counter left for it.
void count_words(const ProofShape& shape, IntervalKind interval, std::span<const Looks> looks,
                 ProofRandom& random, std::int64_t runs, std::span<std::int64_t> hits) {
    ProofRuns simulated(shape);
    std::vector<ProofJudge> judges;
    for (const Looks look : looks) {
        judges.emplace_back(look, shape.cycles, interval, shape.cells);
    }
    ProofInterval wide(shape.cycles, interval);
    for (std::int64_t run = 0; run < runs; ++run) {
        const auto& y = simulated.next(random);
        std::size_t at = 0;
        for (ProofJudge& judge : judges) {
            const Word word = judge.word(y, proof_margin, proof_margin);
            hits[at++] += word == Word::met;
            hits[at++] += word == Word::not_met;
        }
        if (at < hits.size()) {
            const Bounds interval95 = wide.of(y);
            hits[at] += interval95.low <= 0 && 0 <= interval95.high;
        }
    }
}

ProofTask words_task(ProofGroup group, const ProofShape& shape, IntervalKind interval,
                     std::vector<Looks> looks) {
    ProofTask task;
    task.group = group;
    task.name = words_of(shape);
    task.down = fmt::format("{}, K = {}", to_text(shape.noise), shape.cycles);
    task.across = to_text(shape.drift);
    for (const Looks look : looks) {
        task.counters.push_back({fmt::format("false met, {}", to_text(look)), limit_of(shape)});
        task.counters.push_back({fmt::format("false not met, {}", to_text(look)), limit_of(shape)});
    }
    task.counters.push_back({interval == IntervalKind::pooled ? "coverage, pooled" : "coverage",
                             {0.94, std::nullopt, true},
                             1,
                             ProofGroup::coverage});
    task.block = [shape, interval, looks](ProofRandom& random, std::int64_t runs,
                                          std::span<std::int64_t> hits) {
        count_words(shape, interval, looks, random, runs, hits);
    };
    return task;
}

template <class Each>
void for_each_shape(Each each) {
    for (const ProofNoise noise : proof_noises) {
        for (const ProofDrift drift : proof_drifts) {
            for (const bool noisier : {false, true}) {
                for (const int cycles : cycle_counts) {
                    each(ProofShape{noise, drift, noisier, usual_cells, cycles, Order::mirrored});
                }
            }
        }
    }
}

}  // namespace

std::vector<ProofTask> grid_tasks() {
    std::vector<ProofTask> tasks;
    for_each_shape([&](const ProofShape& shape) {
        tasks.push_back(words_task(ProofGroup::grid, shape, IntervalKind::paired,
                                   {proof_looks.begin(), proof_looks.end()}));
    });
    return tasks;
}

std::vector<ProofTask> pooled_tasks() {
    constexpr int most_pooled = 5;
    std::vector<ProofTask> tasks;
    for_each_shape([&](const ProofShape& shape) {
        if (shape.cycles <= most_pooled) {
            // After three cycles there is but one look.
            tasks.push_back(words_task(ProofGroup::pooled, shape, IntervalKind::pooled,
                                       {shape.cycles == 3 ? Looks::final : Looks::obf}));
        }
    });
    for (const int cells : {3, 6}) {
        ProofShape shape{ProofNoise::white, ProofDrift::none, true, cells, 3, Order::mirrored};
        tasks.push_back(
            words_task(ProofGroup::pooled, shape, IntervalKind::pooled, {Looks::final}));
        tasks.back().name += fmt::format(", {} cells", cells);
    }
    return tasks;
}

std::vector<ProofTask> order_tasks() {
    std::vector<ProofTask> tasks;
    for (const int cycles : {3, 5}) {
        for (const Order order : {Order::mirrored, Order::interleaved, Order::reversed_odd,
                                  Order::random, Order::blocked}) {
            const ProofShape shape{
                ProofNoise::white, ProofDrift::linear, false, usual_cells, cycles, order};
            ProofTask task;
            task.group = ProofGroup::orders;
            task.name = fmt::format("{}, K = {}", to_text(order), cycles);
            task.down = to_text(order);
            task.across = fmt::format("K = {}", cycles);
            task.counters.push_back({"false met or false not met", {}});
            task.block = [shape](ProofRandom& random, std::int64_t runs,
                                 std::span<std::int64_t> hits) {
                ProofRuns simulated(shape);
                ProofJudge judge(Looks::final, shape.cycles);
                for (std::int64_t run = 0; run < runs; ++run) {
                    const auto& y = simulated.next(random);
                    const std::array ends = {y.front(), y.back()};
                    hits[0] += judge.word(ends, proof_margin, proof_margin) != Word::undecided;
                }
            };
            tasks.push_back(std::move(task));
        }
    }
    return tasks;
}

std::vector<ProofTask> screen_tasks() {
    std::vector<ProofTask> tasks;
    for (const IntervalKind interval : {IntervalKind::paired, IntervalKind::pooled}) {
        const ProofShape shape{ProofNoise::bursts_25, ProofDrift::sine, true, usual_cells, 5,
                               Order::mirrored};
        ProofTask task;
        task.group = ProofGroup::screen;
        task.name = fmt::format("{} intervals", to_text(interval));
        task.runs_share = 0.05;
        task.counters.push_back({"words lost", {0, std::nullopt, false}, 3});
        task.block = [shape, interval](ProofRandom& random, std::int64_t runs,
                                       std::span<std::int64_t> hits) {
            ProofRuns simulated(shape);
            for (const Looks look : proof_looks) {
                ProofJudge judge(look, shape.cycles, interval, shape.cells);
                for (std::int64_t run = 0; run < runs; ++run) {
                    const auto& y = simulated.next(random);
                    hits[0] += judge.word(y, proof_margin, proof_margin) !=
                               judge.unscreened_word(y, proof_margin, proof_margin);
                }
            }
        };
        tasks.push_back(std::move(task));
    }
    return tasks;
}

}  // namespace stallscope
