// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "suite_documents.h"

namespace stallscope {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(SuiteFile, IsJudgedAsTheTableSays) {
    for (const test::SuiteDocument& one : test::all_suites()) {
        SCOPED_TRACE(one.says);
        const auto faults = test::suite_faults(one.document);
        if (one.places.empty()) {
            EXPECT_THAT(faults, IsEmpty());
        } else {
            EXPECT_EQ(faults.size(), one.places.size()) << ::testing::PrintToString(faults);
            for (const std::string& place : one.places)
                EXPECT_THAT(faults, Contains(StartsWith(place + ": ")));
        }
    }
}

TEST(SuiteFile, EveryKeyIsRead) {
    const auto suite = parse_suite(test::rich_suite().dump());
    ASSERT_TRUE(suite) << to_text(suite.error());
    EXPECT_EQ(suite->name, "rich");
    EXPECT_EQ(suite->format, BenchFormat::google_benchmark);
    EXPECT_EQ(suite->statistic, RowStatistic::median);
    const SuiteSide& base = suite->side(Side::base);
    EXPECT_TRUE(base.build.shell);
    EXPECT_EQ(base.build.text(), "make -C base-$STALLSCOPE_SALT");
    EXPECT_FALSE(base.bench.shell);
    EXPECT_THAT(base.bench.argv, ElementsAre("bench", "--out={out}"));
    EXPECT_EQ(base.env.at("MODE"), "x");
    EXPECT_EQ(base.cwd, "work");
    EXPECT_EQ(base.output, "out-{salt}.json");
    EXPECT_EQ(suite->salts.count, 4);
    EXPECT_TRUE(suite->salts.environment);
    EXPECT_TRUE(suite->salts.build);
    EXPECT_EQ(suite->rounds, 3);
    EXPECT_EQ(suite->most_rounds, 9);
    EXPECT_EQ(suite->seed, 7u);
    EXPECT_FALSE(suite->aa);
    EXPECT_DOUBLE_EQ(suite->margin, 0.02);
    EXPECT_TRUE(suite->or_own_spread);
    EXPECT_EQ(suite->too_fast_ns, 500);
    EXPECT_EQ(suite->undecided, UndecidedPolicy::extend);
    EXPECT_EQ(suite->moved_fails, MovedFails::both);
    EXPECT_EQ(suite->twins.at(0).without, "parse_metadata");
    ASSERT_EQ(suite->claims.size(), 4u);
    EXPECT_EQ(suite->claims[0].form, Form::at_least_times);
    EXPECT_EQ(suite->claims[0].bound, 1.8);
    EXPECT_EQ(suite->claims[1].form, Form::within);
    EXPECT_TRUE(suite->claims[1].or_own_spread);
    EXPECT_TRUE(suite->claims[3].others);
}

TEST(SuiteFile, AGridIsItsPoints) {
    const auto suite = parse_suite(test::rich_suite().dump());
    ASSERT_TRUE(suite);
    // The factors in the order of their names.
    EXPECT_THAT(suite->claims[2].rows,
                ElementsAre("parse[1-full]", "parse[16-full]", "parse[1-lazy]", "parse[16-lazy]"));
}

TEST(SuiteFile, AMisspeltKeyIsGuessed) {
    nlohmann::json document = test::rich_suite();
    document["clams"] = document["claims"];
    document.erase("claims");
    const auto suite = parse_suite(document.dump());
    ASSERT_FALSE(suite);
    EXPECT_EQ(suite.error().kind, ErrorKind::experiment);
    EXPECT_THAT(to_text(suite.error()), HasSubstr("Did you mean \"claims\"?"));
}

TEST(SuiteFile, WithoutClaimsTheLeastOneIsShown) {
    nlohmann::json document = test::rich_suite();
    document["claims"] = nlohmann::json::array();
    const auto suite = parse_suite(document.dump());
    ASSERT_FALSE(suite);
    EXPECT_THAT(to_text(suite.error()), HasSubstr("\"worse_by_less_than\": \"5%\""));
}

TEST(SuiteFile, DeepOrStrangeTextIsRefused) {
    EXPECT_FALSE(parse_suite(""));
    EXPECT_FALSE(parse_suite("not json"));
    EXPECT_FALSE(parse_suite(std::string(1000, '[') + std::string(1000, ']')));
    EXPECT_FALSE(parse_suite("[]"));
}

TEST(Patterns, AStarStandsForAnything) {
    const struct {
        const char* pattern;
        const char* name;
        bool expected;
    } table[] = {{"a", "a", true},
                 {"a", "ab", false},
                 {"*", "", true},
                 {"*", "abc", true},
                 {"a*", "abc", true},
                 {"*c", "abc", true},
                 {"a*c", "abc", true},
                 {"a*c", "abcd", false},
                 {"a*b*c", "axbxbxc", true},
                 {"parse[*]", "parse[16]", true},
                 {"", "", true},
                 {"", "a", false},
                 {"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false}};
    for (const auto& one : table)
        EXPECT_EQ(matches(one.pattern, one.name), one.expected) << one.pattern << ' ' << one.name;
}

}  // namespace
}  // namespace stallscope
