// SPDX-License-Identifier: Apache-2.0
#include "analysis/nearby_place.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stallscope {
namespace {

TEST(NearbyPlace, FindsTheSamePlaceAsASearchOfTheWhole) {
    std::mt19937 random(3);
    std::vector<int> sorted(500);
    for (int& value : sorted) {
        value = static_cast<int>(random() % 400);
    }
    std::sort(sorted.begin(), sorted.end());
    NearbyPlace place;
    for (int i = 0; i < 4000; ++i) {
        // Steps of one, short ones back, and leaps; below the first and above the last as well.
        const int at = i % 7 == 0 ? static_cast<int>(random() % 420) - 10 : i % 400 - i % 3;
        const auto expected = std::upper_bound(sorted.begin(), sorted.end(), at) - sorted.begin();
        const std::size_t found =
            place.first_not(std::span<const int>(sorted), [&](int value) { return value <= at; });
        ASSERT_EQ(found, static_cast<std::size_t>(expected)) << at;
    }
    EXPECT_EQ(place.first_not(std::span<const int>(), [](int) { return true; }), 0U);
}

}  // namespace
}  // namespace stallscope
