// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "cli/words.h"

namespace stallscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ProgressLine some_line() {
    ProgressLine line;
    line.fraction = 0.5;
    line.left_s = 70;
    line.cycle = 2;
    line.cycles = 3;
    line.now = "call-held/both";
    line.figure = "gpu return P50 7.41 ms";
    return line;
}

TEST(Bar, FillsFromEmptyToFull) {
    EXPECT_EQ(bar(0, 12, false), "[----------]");
    EXPECT_EQ(bar(0.5, 12, false), "[#####-----]");
    EXPECT_EQ(bar(1, 12, false), "[##########]");
    EXPECT_EQ(bar(0.5, 12, true), "[█████     ]");
    EXPECT_EQ(bar(0.05, 12, true), "[▌         ]");
}

TEST(Bar, HasExactlyItsColumnsAtEveryFraction) {
    for (const bool utf8 : {true, false}) {
        for (int columns = 3; columns <= 60; ++columns) {
            for (double fraction = 0; fraction <= 1.0; fraction += 0.013) {
                ASSERT_EQ(display_width(bar(fraction, columns, utf8)),
                          static_cast<std::size_t>(columns))
                    << fraction;
            }
        }
    }
}

TEST(Bar, WhatIsNoFractionIsClamped) {
    EXPECT_EQ(bar(-3, 6, false), "[----]");
    EXPECT_EQ(bar(7, 6, false), "[####]");
    EXPECT_EQ(bar(std::numeric_limits<double>::quiet_NaN(), 6, false), "[----]");
}

TEST(ProgressLineText, IsNeverAsWideAsTheTerminal) {
    auto line = some_line();
    for (int columns = 20; columns <= 200; ++columns) {
        for (const bool utf8 : {true, false}) {
            line.now = "call-held/both";
            ASSERT_LT(display_width(progress_line(line, columns, utf8)),
                      static_cast<std::size_t>(columns));
            line.now = std::string(300, 'x');
            ASSERT_LT(display_width(progress_line(line, columns, utf8)),
                      static_cast<std::size_t>(columns));
        }
    }
}

TEST(ProgressLineText, ShowsEverythingWhereThereIsRoom) {
    EXPECT_EQ(
        progress_line(some_line(), 100, false),
        "[###########-----------]   50 %  1 min 10 s left  cycle 2/3  call-held/both  gpu return "
        "P50 7.41 ms");
}

TEST(ProgressLineText, LeavesOutTheFigureThenTheBarThenTheCycle) {
    const auto at = [](int columns) { return progress_line(some_line(), columns, false); };
    EXPECT_THAT(at(120), HasSubstr("P50"));
    EXPECT_THAT(at(80), Not(HasSubstr("P50")));
    EXPECT_THAT(at(70), Not(HasSubstr("P50")));
    EXPECT_THAT(at(70), HasSubstr("["));
    EXPECT_THAT(at(55), Not(HasSubstr("[")));
    EXPECT_THAT(at(55), HasSubstr("cycle 2/3"));
    EXPECT_EQ(at(42), " 50 %  1 min 10 s left  call-held/both");
    EXPECT_EQ(at(30), " 50 %  1 min 10 s left  call.");
}

TEST(ProgressLineText, SaysWhatItDoesNotKnowByLeavingItOut) {
    ProgressLine line;
    line.now = "checks";
    EXPECT_EQ(progress_line(line, 20, false), "  0 %  checks");
}

TEST(ProgressLineText, AStateReplacesTheTimeLeft) {
    auto line = some_line();
    line.state = "paused";
    EXPECT_THAT(progress_line(line, 100, true), HasSubstr("paused"));
    EXPECT_THAT(progress_line(line, 100, true), Not(HasSubstr("left")));
}

TEST(ProgressLineText, IsNotAHundredPercentBeforeTheEnd) {
    auto line = some_line();
    line.fraction = 0.9999;
    EXPECT_THAT(progress_line(line, 100, true), HasSubstr(" 99 %"));
}

}  // namespace
}  // namespace stallscope::cli
