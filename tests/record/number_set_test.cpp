// SPDX-License-Identifier: Apache-2.0
#include "record/number_set.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>

namespace stallscope {
namespace {

TEST(NumberSet, ConsecutiveNumbersTakeTheRoomOfOne) {
    NumberSet numbers;
    for (std::uint64_t number = 1; number <= 10'000; ++number) {
        EXPECT_TRUE(numbers.insert(number));
    }
    EXPECT_EQ(numbers.intervals(), 1U);
    EXPECT_FALSE(numbers.insert(5000));
}

TEST(NumberSet, AgreesWithAPlainSetWhateverTheOrder) {
    std::mt19937_64 random(7);
    NumberSet numbers;
    std::set<std::uint64_t> plain;
    for (int i = 0; i < 5000; ++i) {
        const std::uint64_t number = random() % 2000;
        EXPECT_EQ(numbers.insert(number), plain.insert(number).second);
    }
    for (std::uint64_t number = 0; number < 2100; ++number) {
        EXPECT_EQ(numbers.contains(number), plain.contains(number)) << number;
    }
}

TEST(NumberSet, TheEndsOfTheRangeDoNotTouch) {
    constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    NumberSet numbers;
    EXPECT_TRUE(numbers.insert(0));
    EXPECT_TRUE(numbers.insert(last));
    EXPECT_FALSE(numbers.insert(last));
    EXPECT_FALSE(numbers.insert(0));
    EXPECT_TRUE(numbers.insert(1));
    EXPECT_EQ(numbers.intervals(), 2U);
    EXPECT_FALSE(numbers.contains(2));
}

}  // namespace
}  // namespace stallscope
