// SPDX-License-Identifier: Apache-2.0
#include "workload/size_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "workload/seeded_number.h"

namespace stallscope {
namespace {

/// A device that does `gflops` and needs `fixed_ms` for every call; single measurements are off by
/// up to `noise` of their value.
struct ModelDevice {
    double gflops = 80;
    double fixed_ms = 0.1;
    double noise = 0;
    int calls_made = 0;
    double ms_spent = 0;
    std::uint64_t drawn = 0;

    double ms(const ForwardShape& shape) const { return fixed_ms + shape.flop() / gflops * 1e-6; }

    Result<std::vector<double>> measure(const std::vector<ForwardShape>& shapes, int calls) {
        std::vector<double> times;
        for (const auto& shape : shapes) {
            times.push_back(ms(shape) * (1 + noise * (2 * seeded_uniform(1, drawn++) - 1)));
            calls_made += calls;
            ms_spent += calls * ms(shape);
        }
        return times;
    }
};

Result<ForwardSize> search(ModelDevice& device, double target_ms) {
    return search_size(128, target_ms, [&](const auto& shapes, int calls) {
        return device.measure(shapes, calls);
    });
}

/// The smallest |ratio − 1| that any width with up to eight layers can have.
double smallest_miss(const ModelDevice& device, double target_ms) {
    double smallest = HUGE_VAL;
    for (int hidden = 64; hidden <= 4096; hidden += 64) {
        for (int layers = 1; layers <= 8; ++layers) {
            const double ratio = device.ms({128, hidden, layers}) / target_ms;
            smallest = std::min(smallest, std::abs(ratio - 1));
        }
    }
    return smallest;
}

TEST(SizeSearch, ComesWithinATenthOfTheTargetWhereAnySizeDoes) {
    for (double gflops : {20.0, 80.0, 2'000.0}) {
        for (double target_ms : {2.0, 5.0, 9.5, 12.0, 40.0, 300.0}) {
            ModelDevice device{gflops};
            const auto size = search(device, target_ms);
            ASSERT_TRUE(size);
            const double real = device.ms({128, size->hidden, size->layers});
            EXPECT_NEAR(real / target_ms, 1, std::max(0.1, smallest_miss(device, target_ms) + 0.01))
                << gflops << " GFLOP/s, " << target_ms << " ms";
            EXPECT_DOUBLE_EQ(size->median_ms, real);
            EXPECT_LE(size->layers, size->hidden < 4096 ? 8 : 96);
        }
    }
}

TEST(SizeSearch, StaysCloseWhenMeasurementsAreNoisy) {
    for (double target_ms : {2.0, 5.0, 9.5, 12.0, 40.0}) {
        ModelDevice device;
        device.noise = 0.1;
        const auto size = search(device, target_ms);
        ASSERT_TRUE(size);
        EXPECT_NEAR(device.ms({128, size->hidden, size->layers}) / target_ms, 1, 0.25);
    }
}

TEST(SizeSearch, TakesTheSmallestWhenNothingIsShortEnough) {
    ModelDevice device;
    device.fixed_ms = 5;
    const auto size = search(device, 0.2);
    ASSERT_TRUE(size);
    EXPECT_EQ(size->hidden, 64);
    EXPECT_EQ(size->layers, 1);
}

TEST(SizeSearch, AddsLayersToTheWidestOnAFastDevice) {
    ModelDevice device{50'000};
    const auto size = search(device, 60);
    ASSERT_TRUE(size);
    EXPECT_EQ(size->hidden, 4096);
    EXPECT_NEAR(size->median_ms / 60, 1, 0.1);
}

TEST(SizeSearch, IsDoneInAFewSeconds) {
    ModelDevice device;
    ASSERT_TRUE(search(device, 12));
    EXPECT_LT(device.ms_spent, 5'000);
    EXPECT_GE(device.calls_made, 5);
}

TEST(SizeSearch, AFailedMeasurementIsTheResult) {
    const auto size = search_size(128, 12, [](const auto&, int) -> Result<std::vector<double>> {
        return fail(ErrorKind::measurement, "out of memory");
    });
    ASSERT_FALSE(size);
    EXPECT_EQ(size.error().says, "out of memory");
}

}  // namespace
}  // namespace stallscope
