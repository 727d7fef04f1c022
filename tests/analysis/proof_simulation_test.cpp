// SPDX-License-Identifier: Apache-2.0
// Some of the proof's tasks with fewer runs: what they count is what they say. Seeds are fixed; at
// 4,000 runs two standard errors of 5 % are 0.7 points.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/proof_families.h"
#include "analysis/proof_grid.h"

namespace stallscope {
namespace {

std::vector<ProofRow> rows_of(const std::vector<ProofTask>& tasks, const std::string& begins,
                              std::int64_t runs = 4000) {
    std::vector<ProofTask> chosen;
    std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(chosen),
                 [&](const ProofTask& task) { return task.name.starts_with(begins); });
    EXPECT_FALSE(chosen.empty()) << begins;
    ProofWork work;
    work.runs = runs;
    work.again = 0;
    return *run_tasks(chosen, work);
}

double share_of(const std::vector<ProofRow>& rows, const std::string& ends) {
    for (const ProofRow& row : rows) {
        if (row.name.ends_with(ends)) {
            return row.counts().share;
        }
    }
    ADD_FAILURE() << "no row " << ends;
    return -1;
}

TEST(ProofSimulation, TheGridHasEveryCellOfTheDesignUnderItsOwnName) {
    const auto tasks = grid_tasks();
    EXPECT_EQ(tasks.size(), 6U * 6 * 2 * 3);  // noise, drift, kinds of cells, cycles
    std::set<std::string> names;
    for (const ProofTask& task : tasks) {
        names.insert(task.name);
        EXPECT_EQ(task.counters.size(), 2U * 3 + 1);  // two words for three looks, coverage
    }
    EXPECT_EQ(names.size(), tasks.size()) << "a name is a seed";
    EXPECT_EQ(pooled_tasks().size(), 6U * 6 * 2 * 2 + 2);
}

TEST(ProofSimulation, LimitsAreThoseOfTheDesign) {
    for (const ProofTask& task : grid_tasks()) {
        const bool quadratic_3 =
            task.name.find("quadratic") != std::string::npos && task.name.ends_with("K = 3");
        EXPECT_EQ(task.counters[0].limit.figure, quadratic_3 ? 0.065 : 0.055) << task.name;
        EXPECT_EQ(task.counters.back().limit.figure, 0.94);
        EXPECT_TRUE(task.counters.back().limit.at_least);
    }
}

TEST(ProofSimulation, WithWhiteNoiseBothWordsAreWrongInFivePercent) {
    const auto rows =
        rows_of(grid_tasks(), "white noise, linear drift, cells equally noisy, K = 5");
    for (const char* looks : {"final", "obf"}) {
        for (const char* word : {"false met, ", "false not met, "}) {
            EXPECT_NEAR(share_of(rows, std::string(word) + looks), 0.05, 0.01) << word << looks;
        }
    }
    EXPECT_LT(share_of(rows, "false met, anytime"), 0.03);
    EXPECT_NEAR(share_of(rows, "coverage"), 0.95, 0.01);
}

TEST(ProofSimulation, PooledIntervalsPayForANoisierCell) {
    const auto rows =
        rows_of(pooled_tasks(), "white noise, none drift, one cell 3 times as noisy, K = 3");
    EXPECT_GT(share_of(rows, "K = 3: false met, final"), 0.053);
    EXPECT_LT(share_of(rows, "K = 3: false met, final"), 0.08);
    const auto paired =
        rows_of(grid_tasks(), "white noise, none drift, one cell 3 times as noisy, K = 3");
    EXPECT_LT(share_of(paired, "false met, final"), 0.0575);
}

TEST(ProofSimulation, OrdersThatAreNotMirroredAreFooledByADrift) {
    const auto rows = rows_of(order_tasks(), "", 1000);
    EXPECT_NEAR(share_of(rows, "mirrored, K = 5: false met or false not met"), 0.10, 0.03);
    EXPECT_GT(share_of(rows, "blocked, K = 5: false met or false not met"), 0.95);
    EXPECT_GT(share_of(rows, "interleaved, K = 5: false met or false not met"), 0.5);
}

TEST(ProofSimulation, AFamilyOfSixSaysNotMetAnywhereInFivePercent) {
    const auto rows = rows_of(family_tasks(), "K = 5, final", 2000);
    EXPECT_NEAR(share_of(rows, "not met anywhere"), 0.05, 0.015);
    EXPECT_NEAR(share_of(rows, "met, each"), 0.05, 0.008);
    EXPECT_EQ(rows[1].figure.trials, 6 * 2000);
}

TEST(ProofSimulation, AnEffectOfD80IsSeenAtLeastAsOftenAsPlanned) {
    const auto rows = rows_of(power_tasks(), "K = 5, ", 1000);
    for (const ProofRow& row : rows) {
        if (row.limit.figure) {
            EXPECT_GT(row.figure.share, 0.77) << row.name;
            EXPECT_LT(row.figure.share, 0.95) << row.name;
            EXPECT_LT(row.figure.bound, row.figure.share);
        }
    }
    EXPECT_NEAR(share_of(rows, "margin 0, s_d 1 %: not met"), 0.52, 0.05);
}

TEST(ProofSimulation, TheControlSparesGoodRuns) {
    const auto rows = rows_of(control_tasks(), "K = 5, white");
    EXPECT_LT(share_of(rows, "margin 5 %: invalid"), 0.01);
    // Holm's own level, when every difference counts.
    EXPECT_GT(share_of(rows, "margin 0.1 %: invalid"), 0.004);
    EXPECT_LT(share_of(rows, "margin 0.1 %: invalid"), 0.015);
}

TEST(ProofSimulation, BurstsOfErrorsCostASharesHullAPoint) {
    const auto rows = rows_of(share_tasks(), "share 1 % of 2,000 requests");
    EXPECT_GT(share_of(rows, "bursts of 5, K = 3: false met"), 0.055);
    EXPECT_LT(share_of(rows, "bursts of 5, K = 3: false met"), 0.08);
    EXPECT_LT(share_of(rows, "one by one, K = 3: false met"), 0.04);
}

}  // namespace
}  // namespace stallscope
