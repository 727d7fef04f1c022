// SPDX-License-Identifier: Apache-2.0
#include "workload/timed_workload.h"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <set>

#include "workload/digest.h"
#include "workload/monotonic_clock.h"

namespace stallscope {
namespace {

struct TimedCase {
    const char* name;
    Workload spec;
    std::int64_t at_least_ns;
};

class TimedWorkload : public testing::TestWithParam<TimedCase> {};

TEST_P(TimedWorkload, TakesAtLeastTheRequestedLength) {
    const auto run = open_workload(GetParam().spec);
    ASSERT_TRUE(run) << run.error().says;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const std::int64_t before = now_ns();
        const auto span = (*run)->call(seed);
        const std::int64_t after = now_ns();
        ASSERT_TRUE(span) << span.error().says;
        EXPECT_GE(span->native_exit - span->native_enter, GetParam().at_least_ns);
        EXPECT_LE(before, span->native_enter);
        EXPECT_LE(span->native_exit, after);
        EXPECT_EQ(span->device_start, 0);
        EXPECT_EQ(span->device_end, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Modes, TimedWorkload,
    testing::Values(TimedCase{"deadline", WaitWorkload{2.0, WaitMode::deadline, 0}, 2'000'000},
                    TimedCase{"usleep", WaitWorkload{2.0005, WaitMode::usleep, 0}, 2'000'500},
                    TimedCase{"wait_spin", WaitWorkload{2.0, WaitMode::spin, 0}, 2'000'000},
                    TimedCase{"spin", SpinWorkload{2.0, 0}, 2'000'000},
                    TimedCase{"nothing", WaitWorkload{0.0, WaitMode::deadline, 0}, 0}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(TimedWorkload, SpreadDependsOnTheSeedAlone) {
    std::set<std::int64_t> lengths;
    double sum = 0;
    constexpr int seeds = 1000;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const std::int64_t length = requested_ns(4, 10, seed);
        EXPECT_EQ(length, requested_ns(4, 10, seed));
        EXPECT_GE(length, 4'000'000);
        EXPECT_LT(length, 14'000'000);
        lengths.insert(length);
        sum += static_cast<double>(length);
    }
    EXPECT_GT(lengths.size(), 990U);
    EXPECT_NEAR(sum / seeds, 9e6, 0.3e6);  // a uniform part: sd of the mean is 0.09e6
    EXPECT_EQ(requested_ns(4, 0, 7), 4'000'000);
}

TEST(TimedWorkload, WaitsForItsSeedsOwnLength) {
    const auto run = open_workload(WaitWorkload{0.5, WaitMode::deadline, 4});
    ASSERT_TRUE(run);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto span = (*run)->call(seed);
        ASSERT_TRUE(span);
        EXPECT_GE(span->native_exit - span->native_enter, requested_ns(0.5, 4, seed));
    }
}

TEST(TimedWorkload, AnswersFollowTheSeed) {
    const auto first = open_workload(WaitWorkload{0.0, WaitMode::deadline, 0});
    const auto second = open_workload(SpinWorkload{0.0, 0});
    ASSERT_TRUE(first && second);
    std::set<std::uint64_t> digests;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto a = (*first)->call(seed);
        const auto b = (*second)->call(seed);
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->digest, b->digest);
        EXPECT_EQ((*first)->answer().size(), 16U);
        EXPECT_EQ(a->digest, digest_of((*first)->answer()));
        digests.insert(a->digest);
    }
    EXPECT_EQ(digests.size(), 100U);
}

/// CPU time over time of one call.
double busy_share(WorkloadRun& run) {
    const std::int64_t cpu = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    const auto span = run.call(1);
    return static_cast<double>(clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu) /
           static_cast<double>(span->native_exit - span->native_enter);
}

TEST(TimedWorkload, SpinBurnsMoreCpuThanWait) {
    const auto wait = open_workload(WaitWorkload{20.0, WaitMode::deadline, 0});
    const auto spin = open_workload(SpinWorkload{20.0, 0});
    ASSERT_TRUE(wait && spin);
    EXPECT_GT(busy_share(**spin), 5 * busy_share(**wait));
}

TEST(TimedWorkload, IsExactByConstruction) {
    const auto run = open_workload(WaitWorkload{});
    ASSERT_TRUE(run);
    EXPECT_EQ((*run)->verify(3).value(), 0.0);
    EXPECT_FALSE((*run)->facts().emulated);
    EXPECT_EQ((*run)->facts().device_timer, "host span");
}

TEST(OpenWorkload, RefusesALengthThatIsStillToBeMeasured) {
    const auto run =
        open_workload(WaitWorkload{MeasuredLength{"gpu", 100, "median"}, WaitMode::deadline, 0});
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().kind, ErrorKind::experiment);
    EXPECT_EQ(run.error().where, "/ms");
}

TEST(OpenWorkload, RefusesLengthsOutOfRange) {
    EXPECT_FALSE(open_workload(WaitWorkload{-1.0, WaitMode::deadline, 0}));
    EXPECT_FALSE(open_workload(SpinWorkload{60'001.0, 0}));
    EXPECT_FALSE(open_workload(SpinWorkload{1.0, -0.5}));
    EXPECT_FALSE(open_workload(SpinWorkload{std::nan(""), 0}));
}

TEST(OpenWorkload, LeavesCallablesToTheInterpreter) {
    const auto run = open_workload(PythonWorkload{"module:function", {}, {}, {}, {}});
    ASSERT_FALSE(run);
    EXPECT_NE(run.error().says.find("Python"), std::string::npos);
}

}  // namespace
}  // namespace stallscope
