// SPDX-License-Identifier: Apache-2.0
#include "analysis/seed_rule.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace stallscope {
namespace {

using ::testing::ElementsAre;

SeedRole role_of(const std::string& name) {
    if (name.rfind("control", 0) == 0) return SeedRole::control;
    if (name.rfind("shown", 0) == 0) return SeedRole::informational;
    return SeedRole::treatment;
}

/// Five rounds around a median, the disturbed ones far off.
std::vector<SeedFile> rounds_of(const std::map<std::string, double>& medians) {
    std::vector<SeedFile> files(5);
    const double factors[] = {1.001, 0.999, 1, 1.6, 0.9};
    for (const auto& [name, seconds] : medians)
        for (std::size_t i = 0; i < 5; ++i) files[i][name] = seconds * factors[i];
    return files;
}

struct Figure {
    const char* says;
    double a_ms, b_ms;
    const char* delta;
};

TEST(SeedRule, GivesTheFiguresOfThePage) {
    // Milliseconds before and after; what the page says of them.
    const Figure table[] = {
        {"the small page: 2.2 times", 0.070, 0.032, "+118.8%"},
        {"its control, threads=1", 0.029, 0.028, "+3.6%"},
        {"16 × 767 KiB", 1.326, 1.333, "-0.5%"},
        {"threads=1 beside the default, before", 0.070, 0.029, "+141.4%"},
        {"the gate that failed", 1.073, 1.000, "+7.3%"},
        {"the gate that failed before", 1.19, 1.00, "+19.0%"},
        {"then it was faster", 0.931, 1.000, "-6.9%"},
        {"metadata, another placement", 0.037, 0.030, "+23.3%"},
        {"nothing", 0.05, 0.05, "+0.0%"},
    };
    for (const Figure& one : table) {
        SCOPED_TRACE(one.says);
        const auto found = seed_comparison(rounds_of({{"row", one.a_ms / 1e3}}),
                                           rounds_of({{"row", one.b_ms / 1e3}}), 7, role_of);
        ASSERT_TRUE(found);
        EXPECT_EQ(fmt::format("{:+.1f}%", found->rows[0].delta), one.delta);
        EXPECT_EQ(found->rows[0].a_s, one.a_ms / 1e3);
        EXPECT_EQ(found->a_rounds, 5);
    }
}

TEST(SeedRule, TheRatioOfThePageIsTwoPointTwo) {
    const auto found = seed_comparison({{{"page", 7.0e-5}}}, {{{"page", 3.2e-5}}}, 7, role_of);
    EXPECT_EQ(fmt::format("{:.1f}", found->rows[0].a_s / found->rows[0].b_s), "2.2");
}

struct Case {
    const char* says;
    double treatment, control;  ///< A/B
    bool has_control;
    SeedWord word;
    double floor;
};

TEST(SeedRule, HasThreeVerdicts) {
    const Case table[] = {
        {"within the threshold", 1.069, 1.005, true, SeedWord::no_difference, 0.5},
        {"beyond both", 1.073, 1.005, true, SeedWord::significant, 0.5},
        {"beyond the threshold, below the floor", 1.073, 1.09, true, SeedWord::inconclusive, 9},
        {"a floor of the other sign counts as well", 1.073, 0.91, true, SeedWord::inconclusive, 9},
        {"no control bounds nothing", 1.073, 1, false, SeedWord::significant, 0},
        {"head slower is not what it asks", 0.5, 1.005, true, SeedWord::no_difference, 0.5},
        // 0.107 / 0.1 is below 1.07 as a double.
        {"exactly the threshold", 1.07, 1.005, true, SeedWord::no_difference, 0.5},
    };
    for (const Case& one : table) {
        SCOPED_TRACE(one.says);
        SeedFile a{{"row", 0.1 * one.treatment}}, b{{"row", 0.1}};
        if (one.says == std::string("exactly the threshold")) a["row"] = 0.107;
        if (one.has_control) {
            a["control"] = 0.2 * one.control;
            b["control"] = 0.2;
        }
        const auto found = seed_comparison({a}, {b}, 7, role_of);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->word, one.word);
        EXPECT_EQ(found->floor.has_value(), one.has_control);
        if (one.has_control) {
            EXPECT_NEAR(*found->floor, one.floor, 1e-9);
        }
    }
}

TEST(SeedRule, OnlyTreatmentsAreJudged) {
    const auto found = seed_comparison({{{"row", 1.0}, {"shown", 9.0}}},
                                       {{{"row", 1.0}, {"shown", 1.0}}}, 7, role_of);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->word, SeedWord::no_difference);
    EXPECT_EQ(found->worst_name, "row");
    EXPECT_FALSE(seed_comparison({{{"control", 1.0}}}, {{{"control", 1.0}}}, 7, role_of));
    EXPECT_FALSE(seed_comparison({{{"a", 1.0}}}, {{{"b", 1.0}}}, 7, role_of));
}

TEST(SeedRule, ARowThatIsNotInEveryFileIsLeftOut) {
    const auto found = seed_comparison({{{"a", 1.0}, {"b", 1.0}}, {{"a", 1.0}}},
                                       {{{"a", 1.0}, {"b", 1.0}, {"c", 1.0}}}, 7, role_of);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->rows.size(), 1u);
    EXPECT_THAT(found->dropped, ElementsAre("b", "c"));
}

TEST(SeedRule, AnEvenNumberOfRoundsTakesTheMiddle) {
    const auto found = seed_comparison({{{"a", 1.0}}, {{"a", 4.0}}, {{"a", 2.0}}, {{"a", 3.0}}},
                                       {{{"a", 2.0}}}, 7, role_of);
    EXPECT_EQ(found->rows[0].a_s, 2.5);
    EXPECT_EQ(found->rows[0].delta, 25);
}

TEST(SeedSpread, ClassifiesByFloorLeastAndTime) {
    // Two salts; 1 ms unless it says otherwise.
    const std::vector<SaltedFile> files = {
        {"1",
         {{"control", 1e-3}, {"wide", 1e-3}, {"small", 1e-3}, {"fast", 1e-8}, {"shown", 1e-3}}},
        {"2",
         {{"control", 1.005e-3},
          {"wide", 1.185e-3},
          {"small", 1.029e-3},
          {"fast", 1.15e-8},
          {"shown", 2e-3}}}};
    const auto table = seed_spread(files, 3, role_of);
    std::map<std::string, SpreadWord> words;
    for (const SpreadRow& row : table.rows) words[row.name] = row.word;
    EXPECT_EQ(words["wide"], SpreadWord::sensitive);
    EXPECT_EQ(words["small"], SpreadWord::none);  // 2.9 %
    EXPECT_EQ(words["fast"], SpreadWord::too_fast);
    EXPECT_EQ(words["shown"], SpreadWord::informational);
    EXPECT_EQ(words["control"], SpreadWord::control);
    EXPECT_EQ(fmt::format("{:.1f}", table.floor), "0.5");
    EXPECT_EQ(fmt::format("{:.1f}", table.worst), "18.5");
    EXPECT_EQ(table.sensitive, 1);
}

TEST(SeedSpread, AWideFloorExcusesAWideRow) {
    const std::vector<SaltedFile> files = {{"1", {{"control", 1e-3}, {"row", 1e-3}}},
                                           {"2", {{"control", 1.2e-3}, {"row", 1.15e-3}}}};
    EXPECT_EQ(seed_spread(files, 3, role_of).sensitive, 0);
}

TEST(SeedSpread, RoundsOfASaltGiveTheirMedianAndGroupsTheirCost) {
    const std::vector<SaltedFile> plain = {{"1", {{"row", 1e-3}}},
                                           {"1", {{"row", 9e-3}}},
                                           {"1", {{"row", 1.1e-3}}},
                                           {"2", {{"row", 1.2e-3}}}};
    const auto table = seed_spread(plain, 3, role_of);
    EXPECT_EQ(table.rows[0].of_salt.at("1"), 1.1e-3);
    const auto aligned = seed_spread({{"1", {{"row", 1.15e-3 * 1.02}}}}, 3, role_of);
    EXPECT_NEAR(spread_cost(table, aligned).at("row"), 2, 1e-9);
}

}  // namespace
}  // namespace stallscope
