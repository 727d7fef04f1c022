// SPDX-License-Identifier: Apache-2.0
#include "analysis/noise_bank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_values.h"

namespace stallscope {
namespace {

using testing::HasSubstr;

Experiment identical_cells() {
    Experiment experiment;
    experiment.cells = {cell_named("A"), cell_named("A2", "A")};
    experiment.windows.seconds = 4;
    return experiment;
}

RunValues alternating(int cycles) {
    RunValues values;
    std::vector<double> a, b;
    for (int k = 0; k < cycles; ++k) {
        a.push_back(1);
        b.push_back(k % 2 == 0 ? std::exp(0.01) : std::exp(-0.01));
    }
    put(values, "A", "gpu", {"e2e", "typical"}, a);
    put(values, "A2", "gpu", {"e2e", "typical"}, b);
    return values;
}

TEST(NoiseBank, BanksTheDifferencesOfIdenticalCells) {
    const auto entries = bank_entries(identical_cells(), alternating(10), "2030-01-01T00:00:00Z");
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].stream, "gpu");
    EXPECT_EQ(entries[0].condition, "both");
    EXPECT_EQ(entries[0].window_s, 4);
    EXPECT_EQ(entries[0].bank.df0, 9);
    EXPECT_NEAR(entries[0].bank.s0, 0.01 * std::sqrt(10.0 / 9), 1e-12);
}

TEST(NoiseBank, TooFewCyclesBankNothing) {
    EXPECT_TRUE(bank_entries(identical_cells(), alternating(9), "").empty());
}

TEST(NoiseBank, ADuplicateWithChangesBanksNothing) {
    Experiment experiment = identical_cells();
    experiment.cells[1].host.nice = 3;
    EXPECT_TRUE(bank_entries(experiment, alternating(20), "").empty());
}

TEST(NoiseBank, SurvivesItsFileAndNewEntriesReplaceOldOnes) {
    NoiseBank bank;
    bank.fingerprint = "a machine";
    merge(bank, bank_entries(identical_cells(), alternating(10), "old"));
    merge(bank, bank_entries(identical_cells(), alternating(20), "new"));
    const auto read = parse_bank(to_json(bank));
    ASSERT_TRUE(read) << read.error().says;
    EXPECT_EQ(read->fingerprint, "a machine");
    ASSERT_EQ(read->entries.size(), 1U);
    EXPECT_EQ(read->entries[0].measured_at, "new");
    EXPECT_EQ(read->entries[0].bank.df0, 19);
    const auto found = read->find("gpu", "both", {"e2e", "typical"}, 4);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->s0, bank.entries[0].bank.s0);
    EXPECT_FALSE(read->find("gpu", "both", {"e2e", "typical"}, 2)) << "another window";
    EXPECT_FALSE(read->find("gpu", "alone", {"e2e", "typical"}, 4)) << "another condition";
}

TEST(NoiseBank, ADamagedOneIsAnErrorThatSaysWhatToDo) {
    for (const char* text :
         {"{", "[]", R"({"fingerprint": "x"})", R"({"fingerprint": "x", "entries": [{}]})",
          R"({"fingerprint": "x", "entries": [{"stream": "s", "condition": "c", "metric": "m",
              "statistic": "mean", "window_s": 1, "s0": -1, "df0": 9}]})"}) {
        const auto read = parse_bank(text);
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(read.error().hint, HasSubstr("stallscope calibrate"));
    }
    EXPECT_TRUE(parse_bank("null")->entries.empty());
}

}  // namespace
}  // namespace stallscope
