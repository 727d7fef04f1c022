// SPDX-License-Identifier: Apache-2.0
#include "analysis/crossover.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace stallscope {
namespace {

constexpr CostModel truth{400, 1.5, 20'000, 1.8, 2};

BatchRow row_of(int messages, int bytes, int threads) {
    BatchRow row;
    row.cell =
        std::to_string(messages) + " " + std::to_string(bytes) + " " + std::to_string(threads);
    row.settings.mails = {"", "", messages, bytes};
    row.settings.threads = threads;
    row.settings.cap = "count";
    row.cpus = 2;
    const int workers = std::min(threads, messages);
    const double work = messages * (truth.ns_per_message + bytes * truth.ns_per_byte);
    row.quiet_p50_ms = (threads_started(CallerRole::works, workers) * truth.ns_per_thread +
                        work / shared_work(truth, workers, 2)) /
                       1e6;
    return row;
}

std::vector<BatchRow> sweep() {
    std::vector<BatchRow> rows;
    for (const int bytes : {500, 4'000, 32'000})
        for (const int messages : {2, 16, 128})
            for (const int threads : {1, 2, 4}) rows.push_back(row_of(messages, bytes, threads));
    return rows;
}

const PolicyRegret& policy(const Crossover& sweep, const std::string& begins) {
    const auto found =
        std::find_if(sweep.policies.begin(), sweep.policies.end(),
                     [&](const PolicyRegret& one) { return one.policy.starts_with(begins); });
    EXPECT_NE(found, sweep.policies.end()) << begins;
    return *found;
}

TEST(Crossover, MapsTheBestNumberOfWorkers) {
    const auto found = crossovers_of(sweep());
    ASSERT_EQ(found.size(), 1u);
    const Crossover& crossover = found[0];
    EXPECT_EQ(crossover.points.size(), 9u);
    EXPECT_EQ(crossover.cells.size(), 27u);
    EXPECT_EQ(crossover.cpus, 2);
    // Two workers pay from 45 µs of work on.
    for (const CrossoverPoint& point : crossover.points) {
        const double work = point.messages * (400 + point.bytes_each * 1.5);
        EXPECT_EQ(point.best_workers, work > 45'000 ? 2 : 1)
            << point.messages << " × " << point.bytes_each;
    }
    EXPECT_NEAR(crossover.fit.value().model.ns_per_thread, 20'000, 100);
}

TEST(Crossover, RegretIsAgainstTheBestOfEachPoint) {
    const Crossover crossover = crossovers_of(sweep()).at(0);
    const PolicyRegret& count = policy(crossover, "count");
    // 2 × 500 bytes: 2.3 µs on one worker, 20 and 1.28 on two.
    EXPECT_EQ(count.choices[0].workers, 2);
    EXPECT_NEAR(count.choices[0].regret, (20'000 + 2'300 / 1.8) / 2'300 - 1, 1e-9);
    EXPECT_EQ(count.worst_point, 0);
    EXPECT_DOUBLE_EQ(count.worst, count.choices[0].regret);
    EXPECT_NEAR(policy(crossover, "cost, as fitted").worst, 0, 1e-9);
    // 16 × 4,000 bytes are less than two workers' worth of 65,536, and two are faster.
    EXPECT_GT(policy(crossover, "bytes, 65536").worst, 0.1);
    EXPECT_LE(policy(crossover, "bytes, " + std::to_string(crossover.proposed_bytes)).worst,
              policy(crossover, "bytes, 65536").worst);
}

TEST(Crossover, TheStoredCostIsJudgedBesideTheFitted) {
    auto rows = sweep();
    EXPECT_FALSE(crossovers_of(rows).at(0).stored);
    BatchRow by_cost = row_of(16, 4'000, 2);
    by_cost.settings.threads.reset();
    by_cost.settings.cap = "cost";
    by_cost.cost = CostModel{400, 1.5, 1e9, 1.8, 2};
    rows.push_back(by_cost);
    const Crossover crossover = crossovers_of(rows).at(0);
    EXPECT_EQ(crossover.stored, by_cost.cost);
    const PolicyRegret& stored = policy(crossover, "cost, as stored");
    EXPECT_GT(stored.worst, 0.5) << "threads at a second each: always one worker";
    // Costs of another parser are none of this sweep's.
    rows.back().settings.parser = "gmime";
    EXPECT_FALSE(crossovers_of(rows).at(0).stored);
}

TEST(Crossover, ParsersAndModesAreSweepsOfTheirOwn) {
    auto rows = sweep();
    for (BatchRow row : sweep()) {
        row.settings.parser = "gmime";
        rows.push_back(row);
    }
    const auto found = crossovers_of(rows);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].subject.parser, "mimetic");
    EXPECT_EQ(found[1].subject.parser, "gmime");
}

TEST(Crossover, AFewCellsAreNoSweep) {
    auto rows = sweep();
    rows.resize(9);  // three points
    EXPECT_TRUE(crossovers_of(rows).empty());
    rows = sweep();
    for (BatchRow& row : rows) row.settings.cap = "bytes";
    EXPECT_TRUE(crossovers_of(rows).empty());
    rows = sweep();
    std::erase_if(rows, [](const BatchRow& row) { return row.settings.threads == 1; });
    EXPECT_TRUE(crossovers_of(rows).empty()) << "nothing to compare with";
}

TEST(CrossoverPoint, TimesBetweenMeasuredNumbersOfWorkersAreInterpolated) {
    CrossoverPoint point;
    point.times = {{1, 10}, {2, 6}, {4, 5}};
    EXPECT_DOUBLE_EQ(point.ms_of(1), 10);
    EXPECT_DOUBLE_EQ(point.ms_of(2), 6);
    EXPECT_DOUBLE_EQ(point.ms_of(3), 5.5);
    EXPECT_DOUBLE_EQ(point.ms_of(9), 5);
}

}  // namespace
}  // namespace stallscope
