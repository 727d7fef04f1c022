// SPDX-License-Identifier: Apache-2.0
#include "suite/ledger.h"

#include <gmock/gmock.h>

#include <cmath>

namespace stallscope {
namespace {

using ::testing::IsEmpty;

LedgerEntry entry(const std::string& cpu, const std::string& word, double ratio) {
    LedgerEntry one;
    one.time = "2026-01-31T12:00:00Z";
    one.suite = "suite";
    one.base_hash = "aaaa";
    one.head_hash = "bbbb";
    one.cpu = cpu;
    one.outcome = "green";
    one.claims["flat"] = word;
    one.rows["row \"1\""] = {ratio, "claimed", 0.02, 6};
    return one;
}

TEST(Ledger, ReadsBackWhatItWrote) {
    const auto ledger = parse_ledger(ledger_line(entry("cpu", "met", 1.25)));
    ASSERT_EQ(ledger.entries.size(), 1u);
    EXPECT_EQ(ledger.damaged, 0);
    const LedgerEntry& read = ledger.entries[0];
    EXPECT_EQ(read.time, "2026-01-31T12:00:00Z");
    EXPECT_EQ(read.claims.at("flat"), "met");
    EXPECT_EQ(read.rows.at("row \"1\"").ratio, 1.25);
    EXPECT_EQ(read.rows.at("row \"1\"").build_sd, 0.02);
    EXPECT_EQ(read.rows.at("row \"1\"").build_df, 6);
}

TEST(Ledger, ADamagedLineCostsOnlyItself) {
    const std::string good = ledger_line(entry("cpu", "met", 1));
    const auto ledger = parse_ledger(good + "{\"time\": \"2026-\nnot json\n" + good + "\n\n{}\n");
    EXPECT_EQ(ledger.entries.size(), 2u);
    EXPECT_EQ(ledger.damaged, 3);
}

TEST(Ledger, ShowsTheVerdictsThatFlipped) {
    Ledger ledger;
    ledger.entries = {entry("cpu", "met", 1), entry("cpu", "undecided", 1),
                      entry("other", "not_met", 1)};
    EXPECT_THAT(flips_of(ledger, entry("cpu", "met", 1)), IsEmpty());
    EXPECT_THAT(flips_of(ledger, entry("cpu", "undecided", 1)), IsEmpty());
    const auto flips = flips_of(ledger, entry("cpu", "not_met", 1));
    ASSERT_EQ(flips.size(), 1u);  // the undecided run in between said nothing
    EXPECT_EQ(flips[0].before, "met");
    EXPECT_EQ(flips[0].now, "not_met");
    LedgerEntry others = entry("cpu", "not_met", 1);
    others.head_hash = "cccc";
    EXPECT_THAT(flips_of(ledger, others), IsEmpty());  // other binaries
    EXPECT_EQ(earlier_runs(ledger, entry("cpu", "met", 1)), 2);
}

TEST(Ledger, KnowsTheRowsThatAreGone) {
    Ledger ledger;
    ledger.entries = {entry("cpu", "met", 1)};
    ledger.entries[0].rows["gone"] = {};
    EXPECT_THAT(rows_since_lost(ledger, entry("other", "met", 1)), ::testing::ElementsAre("gone"));
    ledger.entries.push_back(entry("cpu", "met", 1));
    EXPECT_THAT(rows_since_lost(ledger, entry("cpu", "met", 1)), IsEmpty());
}

TEST(Ledger, BanksWhatBuildsDifferByOnThisMachine) {
    Ledger ledger;
    ledger.entries = {entry("cpu", "met", 1), entry("cpu", "met", 1), entry("other", "met", 1)};
    ledger.entries[1].rows.begin()->second.build_sd = 0.04;
    ledger.entries[1].rows.begin()->second.build_df = 2;
    const auto bank = placement_bank(ledger, "suite", "cpu");
    ASSERT_EQ(bank.size(), 1u);
    EXPECT_EQ(bank.begin()->second.df, 8);
    EXPECT_NEAR(bank.begin()->second.sd, std::sqrt((0.02 * 0.02 * 6 + 0.04 * 0.04 * 2) / 8), 1e-12);
    EXPECT_THAT(placement_bank(ledger, "another suite", "cpu"), IsEmpty());
}

TEST(Ledger, MachinesAreComparedByTheirMeans) {
    Ledger ledger;
    ledger.entries = {entry("one", "met", std::exp(0.1)), entry("one", "met", std::exp(0.3))};
    EXPECT_THAT(machine_sd(ledger, entry("one", "met", 1)), IsEmpty());
    const auto sd = machine_sd(ledger, entry("two", "met", std::exp(0.0)));
    ASSERT_EQ(sd.size(), 1u);
    EXPECT_NEAR(sd.begin()->second, 0.2 / std::sqrt(2.0), 1e-12);  // 0.2 and 0
}

}  // namespace
}  // namespace stallscope
