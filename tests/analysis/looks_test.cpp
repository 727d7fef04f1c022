// SPDX-License-Identifier: Apache-2.0
#include "analysis/looks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace stallscope {
namespace {

TEST(Looks, NoRuleDecidesBeforeTheThirdCycle) {
    for (const Looks looks : {Looks::obf, Looks::final, Looks::anytime}) {
        CriticalValues critical({looks, 2, 0.05, 25});
        EXPECT_FALSE(critical.at(2, 1).decides);
        EXPECT_TRUE(std::isinf(critical.at(2, 1).t));
    }
}

TEST(Looks, AFinalRuleShowsItsLevelEarlyAndDecidesLast) {
    CriticalValues critical({Looks::final, 5, 0.05, 25});
    EXPECT_FALSE(critical.at(4, 3).decides);
    EXPECT_DOUBLE_EQ(critical.at(4, 3).level, 0.05);
    EXPECT_TRUE(critical.at(5, 4).decides);
    EXPECT_DOUBLE_EQ(critical.at(5, 4, 2).level, 0.025);
}

TEST(Looks, MoreHypothesesNeedMore) {
    for (const Looks looks : {Looks::obf, Looks::final, Looks::anytime}) {
        CriticalValues critical({looks, 8, 0.05, 25});
        for (int n = 3; n <= 8; ++n) {
            for (int j = 2; j <= 6; ++j) {
                const double fewer = critical.at(n, n - 1, j - 1).t;
                EXPECT_TRUE(critical.at(n, n - 1, j).t > fewer || std::isinf(fewer));
            }
        }
    }
}

TEST(Looks, BeyondThePlannedCyclesThereIsNoLook) {
    CriticalValues critical({Looks::obf, 5, 0.05, 25});
    EXPECT_FALSE(critical.at(6, 5).decides);
}

TEST(Looks, OnlyMetAndNotMetLockAndOnlyOnce) {
    LockedWord word;
    word.see(Word::undecided, 3);
    word.see(Word::unresolvable, 4);
    EXPECT_FALSE(word.at);
    word.see(Word::not_met, 5);
    word.see(Word::met, 6);
    EXPECT_EQ(word.word, Word::not_met);
    EXPECT_EQ(word.at, 5);
}

}  // namespace
}  // namespace stallscope
