// SPDX-License-Identifier: Apache-2.0
#include "analysis/planned_resolution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_values.h"

namespace stallscope {
namespace {

using testing::HasSubstr;

Experiment planned(const Figure& figure, double margin) {
    Experiment experiment;
    experiment.cells = {cell_named("A"), cell_named("B")};
    Stream stream;
    WaitWorkload wait;
    wait.ms = 10.0;
    stream.workload = wait;
    experiment.cells[1].streams["gpu"] = stream;
    experiment.windows.seconds = 4;
    experiment.cycles = 5;
    experiment.looks = Looks::final;
    experiment.criteria = {criterion_on(figure, Form::worse_by_less_than, margin, "A")};
    return experiment;
}

NoiseBank banked(const Figure& figure, double s0) {
    NoiseBank bank;
    bank.fingerprint = "a machine";
    bank.entries = {{"gpu", "both", figure.metric, figure.statistic, 4, {s0, 19}, ""}};
    return bank;
}

const Figure typical{"e2e", "typical"};

TEST(PlannedResolution, NothingIsFlaggedWithoutABank) {
    const auto found = planned_resolution(planned(typical, 0.05), {});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].state, Resolvable::no_bank);
    EXPECT_FALSE(found[0].d80);
}

TEST(PlannedResolution, TheSameMarginIsSeenWeaklyOrNotAtAllByTheNoise) {
    struct Case {
        double s0;
        Resolvable state;
        const char* says;
    };
    for (const Case& c : {Case{0.01, Resolvable::ok, "8 of 10 runs"},
                          Case{0.04, Resolvable::low_power, "low power"},
                          Case{0.2, Resolvable::unresolvable, "unresolvable here"}}) {
        const auto found = planned_resolution(planned(typical, 0.05), banked(typical, c.s0));
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].state, c.state) << c.s0;
        EXPECT_THAT(found[0].says, HasSubstr(c.says));
        EXPECT_GT(*found[0].d80, *found[0].half_width);
        EXPECT_EQ(found[0].cycles_for_power.has_value(), c.state != Resolvable::ok) << c.s0;
    }
}

TEST(PlannedResolution, AFlaggedOneSaysHowManyCyclesWouldDo) {
    const auto found = planned_resolution(planned(typical, 0.05), banked(typical, 0.06));
    ASSERT_EQ(found[0].state, Resolvable::unresolvable);
    ASSERT_TRUE(found[0].cycles_to_resolve && found[0].cycles_for_power);
    EXPECT_GT(*found[0].cycles_to_resolve, 5);
    EXPECT_GT(*found[0].cycles_for_power, *found[0].cycles_to_resolve);
    Experiment more = planned(typical, 0.05);
    more.cycles = *found[0].cycles_for_power;
    EXPECT_EQ(planned_resolution(more, banked(typical, 0.06))[0].state, Resolvable::ok);
}

TEST(PlannedResolution, ATailWithTooFewRequestsIsSaidBeforeTheRun) {
    const Figure tail{"e2e", "p99"};
    // 10 ms a request, two seconds a half: at most 200 requests, P99 needs 250.
    const auto found = planned_resolution(planned(tail, 0.05), {});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].state, Resolvable::unresolvable);
    EXPECT_THAT(found[0].says, HasSubstr("at most 200 requests, P99 needs 250"));
    Experiment longer = planned(tail, 0.05);
    longer.windows.seconds = 5;
    EXPECT_EQ(planned_resolution(longer, {})[0].state, Resolvable::no_bank);
}

}  // namespace
}  // namespace stallscope
