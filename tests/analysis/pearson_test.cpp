// SPDX-License-Identifier: Apache-2.0
#include "analysis/pearson.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace stallscope {
namespace {

Durations of(std::initializer_list<std::int64_t> values) {
    Durations durations;
    for (const std::int64_t value : values) {
        durations.push_back(value);
    }
    return durations;
}

TEST(Pearson, IsNotGivenWithoutEnoughPairsOrVariance) {
    const Durations two = of({1, 2});
    const Durations flat = of({5, 5, 5, 5});
    const Durations rising = of({1, 2, 3, 4});
    EXPECT_FALSE(pearson(two, two).has_value());
    EXPECT_FALSE(pearson(flat, rising).has_value());
    EXPECT_FALSE(pearson(rising, flat).has_value());
    EXPECT_FALSE(pearson({}, {}).has_value());
}

TEST(Pearson, HasTheRightValueAndSign) {
    const Durations x = of({1, 2, 3, 4});
    EXPECT_DOUBLE_EQ(*pearson(x, of({10, 20, 30, 40})), 1.0);
    EXPECT_DOUBLE_EQ(*pearson(x, of({40, 30, 20, 10})), -1.0);
    EXPECT_NEAR(*pearson(x, of({1, 3, 2, 4})), 0.8, 1e-12);
}

TEST(Pearson, PairsValuesHoweverTheirVisitsWereCut) {
    Durations x = of({1, 2});
    x.append(of({3}));
    x.append(of({9'000'000'000, 5}));
    Durations y = of({2, 4, 6, 18'000'000'000});
    y.append(of({10}));
    EXPECT_NEAR(*pearson(x, y), 1.0, 1e-12);
}

}  // namespace
}  // namespace stallscope
