// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <ctime>

#include "opencl_fixture.h"
#include "workload/monotonic_clock.h"
#include "workload/workload.h"

namespace stallscope {
namespace {

using SizeForward = OpenClTest;

struct Measured {
    double median_ms = 0;
    double cpu_share = 0;  ///< CPU time of this process per time: 1 where a CPU driver ran freely
};

Measured measure(const OpenClWorkload& spec) {
    const auto run = open_workload(spec);
    if (!run) return {};
    std::vector<double> times;
    const std::int64_t start = now_ns();
    const std::int64_t cpu_start = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (std::uint64_t i = 0; i < 41; ++i) {
        const auto span = (*run)->call(i);
        times.push_back(static_cast<double>(span->native_exit - span->native_enter) * 1e-6);
    }
    const double cpu_ns = static_cast<double>(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_start);
    const double share = cpu_ns / static_cast<double>(now_ns() - start);
    std::ranges::nth_element(times, times.begin() + 20);
    return {times[20], share};
}

// Against its own measurement in the same run: the best of a few tries, because the machine may
// change its pace between the two. On a busy machine a forward has no time of its own.
TEST_F(SizeForward, TakesAboutTheTargetWhenMeasuredAgain) {
    OpenClWorkload spec;
    spec.target_ms = 5;
    double closest = HUGE_VAL;
    for (int attempt = 0; attempt < 4 && closest > 0.25; ++attempt) {
        const auto size = size_forward(spec);
        ASSERT_TRUE(size) << size.error().says;
        OpenClWorkload sized = spec;
        sized.hidden = size->hidden;
        sized.layers = size->layers;
        const Measured again = measure(sized);
        if (m_search.devices.front().is_cpu && again.cpu_share < 0.8) continue;
        const double ratio = again.median_ms / *spec.target_ms;
        closest = std::min(closest, std::max(ratio, 1 / ratio) - 1);
    }
    if (std::isinf(closest))
        GTEST_SKIP() << "the machine is busy: the device got no core for itself";
    EXPECT_LE(closest, 0.25);
}

TEST_F(SizeForward, AWrittenSizeIsOnlyMeasured) {
    OpenClWorkload spec = small_forward();
    const auto size = size_forward(spec);
    ASSERT_TRUE(size) << size.error().says;
    EXPECT_EQ(size->hidden, 64);
    EXPECT_EQ(size->layers, 2);
    EXPECT_GT(size->median_ms, 0);
}

TEST_F(SizeForward, NeedsATargetOrASize) {
    const auto size = size_forward(OpenClWorkload{});
    ASSERT_FALSE(size);
    EXPECT_EQ(size.error().where, "/target_ms");
}

}  // namespace
}  // namespace stallscope
