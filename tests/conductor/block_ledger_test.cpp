// SPDX-License-Identifier: Apache-2.0
#include "run/block_ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stallscope {
namespace {

using ::testing::HasSubstr;

class Ledger : public ::testing::Test {
protected:
    BlockLedger ledger(bool keep, const std::vector<StoredVisit>& before = {}) {
        return {{"A", "B"},
                before,
                keep,
                [this](const StoredFinding& finding) {
                    m_stored.push_back(finding);
                    return Result<void>{};
                },
                [this](const StoredFinding& finding) {
                    m_told.push_back(finding);
                    return Result<void>{};
                }};
    }
    static ScheduledVisit visit(const std::string& cell, int cycle = 0) {
        ScheduledVisit one;
        one.cell = cell;
        one.condition = "both";
        one.cycle = cycle;
        return one;
    }
    static std::vector<BlockReason> foreign(double share) {
        return {{"foreign-cpu", "CPU outside the run " + std::to_string(share), share, false}};
    }
    std::vector<StoredFinding> m_stored, m_told;
};

TEST_F(Ledger, DiscardsAndTellsButStoresNothingWhileARepeatMayMendIt) {
    auto ledger = this->ledger(false);
    EXPECT_FALSE(*ledger.keeps(visit("A", 1), foreign(0.5)));
    ASSERT_EQ(m_told.size(), 1u);
    EXPECT_EQ(m_told[0].id, "foreign-cpu");
    EXPECT_EQ(m_told[0].severity, "warns");
    EXPECT_EQ(m_told[0].where, "cell A, condition both, cycle 2");
    ASSERT_TRUE(ledger.sum_up(false));
    EXPECT_TRUE(m_stored.empty());
}

TEST_F(Ledger, SumsUpOnceAKindWhenTheRunGivesUp) {
    auto ledger = this->ledger(false);
    (void)ledger.keeps(visit("A"), foreign(0.5));
    (void)ledger.keeps(visit("B"), foreign(0.9));
    (void)ledger.keeps(visit("B"), {{"swap", "3 pages were swapped", 3, false}});
    for (int i = 0; i < 7; ++i) ledger.visit_measured();
    ASSERT_TRUE(ledger.sum_up(true));
    ASSERT_EQ(m_stored.size(), 2u);
    EXPECT_EQ(m_stored[0].id, "foreign-cpu");
    EXPECT_THAT(m_stored[0].says, HasSubstr("blocked in 2 visits of 7 measured"));
    EXPECT_THAT(m_stored[0].says, HasSubstr("cell B, condition both, cycle 1: CPU outside"));
    EXPECT_EQ(m_stored[1].id, "swap");
    EXPECT_EQ(m_stored[1].severity, "warns") << "no blocked visit counts: what is there is sound";
}

TEST_F(Ledger, WhatIsKeptIsMarkedAtOnceAndSummedUpAtTheEnd) {
    auto ledger = this->ledger(true);
    EXPECT_TRUE(*ledger.keeps(visit("A"), foreign(0.5)));
    ASSERT_EQ(m_stored.size(), 1u) << "a killed engine must not leave a clean file";
    EXPECT_EQ(m_stored[0].severity, "blocks");
    EXPECT_EQ(m_stored[0].where, "cell A, condition both, cycle 1");
    EXPECT_TRUE(*ledger.keeps(visit("A"), foreign(0.7)));
    EXPECT_EQ(m_stored.size(), 1u);
    ledger.visit_measured();
    ledger.visit_measured();
    ASSERT_TRUE(ledger.sum_up(false));
    ASSERT_EQ(m_stored.size(), 2u);
    EXPECT_EQ(m_stored[1].id, "foreign-cpu");
    EXPECT_EQ(m_stored[1].severity, "blocks");
    EXPECT_EQ(m_stored[1].where, "");
    EXPECT_THAT(m_stored[1].says, HasSubstr("kept though blocked in 2 visits of 2 measured"));
}

TEST_F(Ledger, ACellThatCausesTheBlocksIsNamedAndKeptFromThenOn) {
    auto ledger = this->ledger(false);
    EXPECT_FALSE(*ledger.keeps(visit("A"), foreign(0.5)));
    EXPECT_FALSE(*ledger.keeps(visit("A"), foreign(0.5)));
    EXPECT_EQ(ledger.cause(), std::nullopt);
    EXPECT_TRUE(*ledger.keeps(visit("A"), foreign(0.6)));
    EXPECT_EQ(ledger.cause(), "A");
    ASSERT_EQ(m_stored.size(), 1u);
    EXPECT_EQ(m_stored[0].id, "cell-causes-blocks");
    EXPECT_EQ(m_stored[0].severity, "blocks");
    EXPECT_EQ(m_stored[0].where, "cell A");
    EXPECT_THAT(m_stored[0].says, HasSubstr("CPU outside the run 0.6"));
    EXPECT_TRUE(*ledger.keeps(visit("A"), foreign(0.5)));
    EXPECT_FALSE(*ledger.keeps(visit("B"), foreign(0.5))) << "others are still excluded";
    EXPECT_EQ(m_stored.size(), 1u) << "said once";
}

TEST_F(Ledger, CountsWhatTheRunFileHoldsAlready) {
    std::vector<StoredVisit> before(5);
    for (auto& stored : before) {
        stored.visit.cell = "B";
        stored.end.emplace();
        stored.end->status = VisitStatus::discarded;
        stored.end->reason = "CPU outside the run";
    }
    before[3].end->reason = "cancelled";
    before[4].end->status = VisitStatus::failed;
    EXPECT_EQ(ledger(false, before).cause(), "B");
    before.erase(before.begin());
    EXPECT_EQ(ledger(false, before).cause(), std::nullopt);
}

}  // namespace
}  // namespace stallscope
