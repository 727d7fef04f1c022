// SPDX-License-Identifier: Apache-2.0
#include "analysis/resolvability.h"

#include <gtest/gtest.h>

namespace stallscope {
namespace {

TEST(Resolvability, TheCyclesThatWouldDoAreTheFewest) {
    const Bank bank{0.03, 19};
    for (const Looks looks : {Looks::final, Looks::obf, Looks::anytime}) {
        const LookRule rule{looks, 5, 0.05, 25};
        for (const bool powered : {false, true}) {
            const auto cycles = cycles_to_resolve(bank, 0.05, rule, powered);
            ASSERT_TRUE(cycles);
            const auto needed = [&](int k) {
                const auto found = resolution(bank, 0.05, k, planned_level(rule, k));
                return (powered ? found.d80 : found.h0) <= 0.05;
            };
            EXPECT_TRUE(needed(*cycles));
            EXPECT_TRUE(*cycles == 3 || !needed(*cycles - 1));
        }
        EXPECT_GT(cycles_to_resolve(bank, 0.05, rule, true),
                  cycles_to_resolve(bank, 0.05, rule, false));
    }
    EXPECT_FALSE(cycles_to_resolve(bank, 0.0001, LookRule{}, false));
}

TEST(Resolvability, ASmallBankOrNoneFlagsNothing) {
    EXPECT_EQ(resolution(std::nullopt, 0.001, 5, 0.05).state, Resolvable::no_bank);
    EXPECT_EQ(resolution(Bank{1, 8}, 0.001, 5, 0.05).state, Resolvable::no_bank);
    EXPECT_EQ(resolution(Bank{1, 9}, 0.001, 5, 0.05).state, Resolvable::unresolvable);
    EXPECT_FALSE(cycles_to_resolve(Bank{0.001, 8}, 0.05, LookRule{}, false));
}

TEST(Resolvability, TheSignOfTheMarginDoesNotMatter) {
    const Bank bank{0.02, 19};
    EXPECT_EQ(resolution(bank, -0.05, 5, 0.05).state, resolution(bank, 0.05, 5, 0.05).state);
}

}  // namespace
}  // namespace stallscope
