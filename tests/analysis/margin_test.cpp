// SPDX-License-Identifier: Apache-2.0
#include "analysis/margin.h"

#include <gtest/gtest.h>

#include <cmath>

namespace stallscope {
namespace {

/// Whether a metric that is `ratio` times the other cell's meets the form.
bool meets(MarginForm form, CostScale kind, double bound, double ratio) {
    const auto found = margin(form, kind, bound);
    const double cost = (kind == CostScale::rate ? -1 : 1) * std::log(ratio);
    return (found->mirrored ? -cost : cost) < found->value;
}

TEST(Margin, EachFormBoundsTheRatioItNames) {
    constexpr double off = 1e-9;
    struct Case {
        MarginForm form;
        CostScale kind;
        double bound, edge;
        bool met_above;
    };
    const std::vector<Case> cases = {
        {MarginForm::worse_by_less_than, CostScale::time, 0.05, 1.05, false},
        {MarginForm::worse_by_less_than, CostScale::rate, 0.05, 0.95, true},
        {MarginForm::better_by_at_least, CostScale::time, 0.1, 0.9, false},
        {MarginForm::better_by_at_least, CostScale::rate, 0.1, 1.1, true},
        {MarginForm::at_least_times, CostScale::time, 2, 0.5, false},
        {MarginForm::at_least_times, CostScale::rate, 2, 2, true},
        {MarginForm::within_upper, CostScale::time, 0.05, 1.05, false},
        {MarginForm::within_upper, CostScale::rate, 0.05, 1.05, false},
        {MarginForm::within_lower, CostScale::time, 0.05, 0.95, true},
        {MarginForm::within_lower, CostScale::rate, 0.05, 0.95, true},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(meets(c.form, c.kind, c.bound, c.edge * (1 + off)), c.met_above) << c.edge;
        EXPECT_EQ(meets(c.form, c.kind, c.bound, c.edge * (1 - off)), !c.met_above) << c.edge;
    }
}

TEST(Margin, RawFormsTakeTheValueAsItIs) {
    EXPECT_EQ(margin(MarginForm::at_most, CostScale::time, 0.5)->value, 0.5);
    EXPECT_FALSE(margin(MarginForm::at_most, CostScale::time, 0.5)->mirrored);
    EXPECT_EQ(margin(MarginForm::at_least, CostScale::rate, 40)->value, -40);
    EXPECT_TRUE(margin(MarginForm::at_least, CostScale::rate, 40)->mirrored);
    EXPECT_EQ(margin(MarginForm::gap_closed_at_least, CostScale::time, 0.9)->value, -0.9);
    EXPECT_EQ(margin(MarginForm::worse_by_less_than, CostScale::raw, 0.2)->value, 0.2);
}

TEST(Margin, WhatHasNoLogarithmHasNoMargin) {
    EXPECT_FALSE(margin(MarginForm::worse_by_less_than, CostScale::rate, 1));
    EXPECT_FALSE(margin(MarginForm::better_by_at_least, CostScale::time, 1.5));
    EXPECT_FALSE(margin(MarginForm::at_least_times, CostScale::time, 0));
    EXPECT_FALSE(margin(MarginForm::at_least_times, CostScale::raw, 2));
}

TEST(Margin, GapClosedIsTheShareOfTheWay) {
    EXPECT_DOUBLE_EQ(gap_closed(10, 2, 10).value(), 0);
    EXPECT_DOUBLE_EQ(gap_closed(10, 2, 2).value(), 1);
    EXPECT_DOUBLE_EQ(gap_closed(10, 2, 2.8).value(), 0.9);
    EXPECT_DOUBLE_EQ(gap_closed(2, 10, 4).value(), 0.25);
    EXPECT_FALSE(gap_closed(3, 3, 1));
}

}  // namespace
}  // namespace stallscope
