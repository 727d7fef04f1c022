// SPDX-License-Identifier: Apache-2.0
#include "plan/schedule.h"

#include <gmock/gmock.h>

#include <set>

namespace stallscope {
namespace {

using ::testing::ElementsAre;

/// Cells A, B, C in condition x; A and C also in y.
Experiment three_cells(Order order, int cycles, std::uint64_t seed = 1) {
    const std::string text = R"({"stallscope":1,"name":"s",
        "streams":{"a":{"workload":{"kind":"wait","ms":1}}},
        "conditions":[{"id":"x","streams":["a"]},{"id":"y","streams":["a"]}],
        "cells":[{"id":"A"},{"id":"B","conditions":["x"]},{"id":"C"}],
        "windows":{"seconds":4,"settle":0.5,"lead":0.25,"warm_up":1,"guard":0.25},
        "order":")" + std::string(to_text(order)) +
                             R"(","cycles":)" + std::to_string(cycles) + R"(,"seed":)" +
                             std::to_string(seed) + "}";
    auto experiment = parse_experiment(text);
    EXPECT_TRUE(experiment) << (experiment ? "" : to_text(experiment.error()));
    return std::move(experiment.value());
}

std::string names(const std::vector<ScheduledVisit>& schedule, int cycle = -1, int half = -1) {
    std::string text;
    for (const ScheduledVisit& visit : schedule) {
        if ((cycle >= 0 && visit.cycle != cycle) || (half >= 0 && visit.half != half)) continue;
        text += (text.empty() ? "" : " ") + visit.cell + visit.condition;
    }
    return text;
}

std::vector<int> passes(const std::vector<ScheduledVisit>& schedule) {
    std::vector<int> all;
    for (const ScheduledVisit& visit : schedule) all.push_back(visit.pass);
    return all;
}

TEST(Interleaved, RunsTheCellsOfEachConditionInTurn) {
    const auto schedule = schedule_of(three_cells(Order::interleaved, 2));
    EXPECT_EQ(names(schedule), "Ax Bx Cx Ay Cy Ax Bx Cx Ay Cy");
    EXPECT_THAT(passes(schedule), ElementsAre(0, 0, 0, 1, 1, 2, 2, 2, 3, 3));
    for (const ScheduledVisit& visit : schedule) {
        EXPECT_EQ(visit.half, 0);
        EXPECT_EQ(visit.window_s, 4);
    }
}

TEST(ReversedOdd, RunsEverySecondCycleBackwards) {
    const auto schedule = schedule_of(three_cells(Order::reversed_odd, 3));
    EXPECT_EQ(names(schedule), "Ax Bx Cx Ay Cy Cy Ay Cx Bx Ax Ax Bx Cx Ay Cy");
    EXPECT_THAT(passes(schedule), ElementsAre(0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5));
}

TEST(Blocked, RunsAllCyclesOfOneCellBeforeTheNext) {
    const auto schedule = schedule_of(three_cells(Order::blocked, 2));
    EXPECT_EQ(names(schedule), "Ax Ay Ax Ay Bx Bx Cx Cy Cx Cy");
    EXPECT_THAT(passes(schedule), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST(Mirrored, RunsEveryCycleForwardsAndExactlyBackwards) {
    const auto schedule = schedule_of(three_cells(Order::mirrored, 20));
    ASSERT_EQ(schedule.size(), 20u * 2 * 5);
    for (int cycle = 0; cycle < 20; ++cycle) {
        const std::size_t from = static_cast<std::size_t>(cycle) * 10;
        for (std::size_t i = 0; i < 5; ++i) {
            const ScheduledVisit& forth = schedule[from + i];
            const ScheduledVisit& back = schedule[from + 9 - i];
            EXPECT_EQ(forth.cycle, cycle);
            EXPECT_EQ(back.cycle, cycle);
            EXPECT_EQ(forth.half, 1);
            EXPECT_EQ(back.half, 2);
            EXPECT_EQ(forth.cell, back.cell);
            EXPECT_EQ(forth.condition, back.condition);
            EXPECT_EQ(forth.window_s, 2);  // half of the four seconds
            EXPECT_EQ(back.window_s, 2);
        }
    }
}

TEST(Mirrored, KeepsConditionsTogetherAndNumbersTheirPasses) {
    const auto schedule = schedule_of(three_cells(Order::mirrored, 10));
    std::set<int> seen;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        const bool starts = i == 0 || schedule[i].pass != schedule[i - 1].pass;
        if (starts) {
            EXPECT_TRUE(seen.insert(schedule[i].pass).second) << "a pass in two pieces";
            EXPECT_EQ(schedule[i].pass, i == 0 ? 0 : schedule[i - 1].pass + 1);
        } else {
            EXPECT_EQ(schedule[i].condition, schedule[i - 1].condition);
            EXPECT_EQ(schedule[i].half, schedule[i - 1].half);
        }
    }
    EXPECT_EQ(seen.size(), 10u * 2 * 2);
}

TEST(Mirrored, DrawsEveryOrderAboutEquallyOften) {
    // 3! orders of the cells of x, 2 of the conditions, 2 of the cells of y: 24 equally likely.
    const int cycles = 1000;
    const auto schedule = schedule_of(three_cells(Order::mirrored, cycles));
    std::map<std::string, int> counts;
    for (int cycle = 0; cycle < cycles; ++cycle) {
        std::string order;
        for (std::size_t i = 0; i < 5; ++i) {
            const ScheduledVisit& visit = schedule[static_cast<std::size_t>(cycle) * 10 + i];
            order += visit.cell + visit.condition;
        }
        ++counts[order];
    }
    EXPECT_EQ(counts.size(), 24u);
    double chi2 = 0;
    for (const auto& [order, count] : counts)
        chi2 += (count - cycles / 24.0) * (count - cycles / 24.0) / (cycles / 24.0);
    EXPECT_LT(chi2, 49.7);  // 99.9 % of chi-squared with 23 degrees of freedom
}

TEST(Random, ShufflesAllPairsOfEachCycle) {
    const auto schedule = schedule_of(three_cells(Order::random, 6));
    std::set<std::string> orders;
    for (int cycle = 0; cycle < 6; ++cycle) {
        std::multiset<std::string> pairs;
        for (const ScheduledVisit& visit : schedule) {
            if (visit.cycle != cycle) continue;
            pairs.insert(visit.cell + visit.condition);
            EXPECT_EQ(visit.pass, cycle * 2 + (visit.condition == "y"));
            EXPECT_EQ(visit.half, 0);
        }
        EXPECT_EQ(pairs, (std::multiset<std::string>{"Ax", "Bx", "Cx", "Ay", "Cy"}));
        orders.insert(names(schedule, cycle));
    }
    EXPECT_GT(orders.size(), 1u);
}

TEST(Schedule, DependsOnTheSeedAndOnNothingElse) {
    for (const Order order : {Order::mirrored, Order::random}) {
        const std::string once = names(schedule_of(three_cells(order, 5, 7)));
        EXPECT_EQ(once, names(schedule_of(three_cells(order, 5, 7))));
        EXPECT_NE(once, names(schedule_of(three_cells(order, 5, 8))));
    }
}

// A sealed experiment must give the same schedule on every machine and in every later version.
TEST(Schedule, IsWhatItAlwaysWas) {
    EXPECT_EQ(names(schedule_of(three_cells(Order::mirrored, 1, 1)), 0, 1), "Cx Ax Bx Ay Cy");
    EXPECT_EQ(names(schedule_of(three_cells(Order::random, 2, 1))),
              "Cx Bx Cy Ay Ax Cx Cy Ay Ax Bx");
}

TEST(Schedule, MoreCyclesKeepTheFirstOnes) {
    const std::string five = names(schedule_of(three_cells(Order::mirrored, 5)));
    const std::string seven = names(schedule_of(three_cells(Order::mirrored, 7)));
    EXPECT_EQ(seven.substr(0, five.size()), five);
}

TEST(Schedule, TimesAddUp) {
    const auto schedule = schedule_of(three_cells(Order::mirrored, 1), 1.5);
    double start = 0;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        EXPECT_EQ(schedule[i].index, static_cast<int>(i));
        EXPECT_DOUBLE_EQ(schedule[i].planned_start_s, start);
        EXPECT_DOUBLE_EQ(schedule[i].planned_s, 1.5 + 0.5 + 0.25 + 1 + 2 + 0.25);
        start += schedule[i].planned_s;
    }
    EXPECT_DOUBLE_EQ(planned_seconds(schedule), 10 * 5.5);
    EXPECT_EQ(planned_seconds({}), 0);
}

TEST(Schedule, AHostThatStaysUpStartsOnce) {
    Experiment experiment = three_cells(Order::interleaved, 2);
    for (Cell& cell : experiment.cells) cell.host.lifetime = Lifetime::cell;
    const auto schedule = schedule_of(experiment, 10);
    EXPECT_DOUBLE_EQ(planned_seconds(schedule), 3 * 10 + 10 * 6.0);
}

}  // namespace
}  // namespace stallscope
