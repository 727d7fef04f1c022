// SPDX-License-Identifier: Apache-2.0
#include "cli/live_figures.h"

#include <gtest/gtest.h>

#include <limits>

namespace stallscope::cli {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Median, IsTypeSeven) {
    EXPECT_FALSE(median_of({}).has_value());
    EXPECT_DOUBLE_EQ(*median_of({3}), 3);
    EXPECT_DOUBLE_EQ(*median_of({4, 1}), 2.5);
    EXPECT_DOUBLE_EQ(*median_of({9, 1, 5}), 5);
    EXPECT_DOUBLE_EQ(*median_of({9, 1, 5, 6}), 5.5);
}

TEST(LiveFigures, OnlyWhatArrivedInTheWindowCounts) {
    LiveFigures figures;
    figures.begin(7, 2);
    figures.add({7, "gpu", {-0.1, 0, 1.9, 2.0}, {100, 1, 3, 100}, {}, {}, {}});
    EXPECT_EQ(figures.in_words(), "gpu return P50 2.00 ms");
}

TEST(LiveFigures, ALoopShowsItsCalls) {
    LiveFigures figures;
    figures.begin(7, 0);
    figures.add({7, "gpu", {0.1}, {0.05}, {12}, {}, {}});
    figures.add({7, "neighbour", {0.1, 0.2}, {nan, nan}, {9, 11}, {}, {}});
    figures.add({7, "a-neighbour", {0.1, 0.2}, {nan, nan}, {9, 11}, {}, {}});
    EXPECT_EQ(figures.in_words(),
              "gpu return P50 0.050 ms, a-neighbour call P50 10.0 ms, neighbour call P50 10.0 ms");
    EXPECT_EQ(figures.shortest_in_words(), "gpu return P50 0.050 ms");
}

TEST(LiveFigures, AnotherVisitsSamplesAreNotMixedIn) {
    LiveFigures figures;
    figures.begin(7, 2);
    figures.add({6, "gpu", {0.5}, {50}, {}, {}, {}});
    EXPECT_EQ(figures.in_words(), "");
    figures.add({7, "gpu", {0.5}, {5}, {}, {}, {}});
    figures.begin(8, 2);
    EXPECT_EQ(figures.in_words(), "");
}

TEST(LiveFigures, ArraysOfUnequalLengthAreNoDanger) {
    LiveFigures figures;
    figures.begin(1, 0);
    figures.add({1, "gpu", {0.1, 0.2, 0.3}, {4}, {}, {}, {}});
    EXPECT_EQ(figures.in_words(), "gpu return P50 4.00 ms");
}

}  // namespace
}  // namespace stallscope::cli
