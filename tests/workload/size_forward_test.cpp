// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "opencl_fixture.h"
#include "workload/workload.h"

namespace stallscope {
namespace {

using SizeForward = OpenClTest;

double median_ms(const OpenClWorkload& spec) {
    const auto run = open_workload(spec);
    if (!run) return 0;
    std::vector<double> times;
    for (std::uint64_t i = 0; i < 41; ++i) {
        const auto span = (*run)->call(i);
        times.push_back(static_cast<double>(span->native_exit - span->native_enter) * 1e-6);
    }
    std::ranges::nth_element(times, times.begin() + 20);
    return times[20];
}

// Against its own measurement in the same run. A machine that is busy with something else may
// change between the two, so the best of a few tries counts.
TEST_F(SizeForward, TakesAboutTheTargetWhenMeasuredAgain) {
    OpenClWorkload spec;
    spec.target_ms = 5;
    double closest = 10;
    for (int attempt = 0; attempt < 5 && closest > 0.25; ++attempt) {
        const auto size = size_forward(spec);
        ASSERT_TRUE(size) << size.error().says;
        EXPECT_EQ(size->hidden % 64, 0);
        EXPECT_GE(size->layers, 1);
        OpenClWorkload sized = spec;
        sized.hidden = size->hidden;
        sized.layers = size->layers;
        const double ratio = median_ms(sized) / *spec.target_ms;
        closest = std::min(closest, std::max(ratio, 1 / ratio) - 1);
    }
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
