// SPDX-License-Identifier: Apache-2.0
#include "suite/rounds.h"

#include <gmock/gmock.h>

#include <set>

#include "suite/salts.h"
#include "suite_documents.h"

namespace stallscope {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

Suite suite_with(int salts, int rounds, bool aa) {
    auto suite = parse_suite(test::rich_suite().dump());
    suite->salts.count = salts;
    suite->rounds = rounds;
    suite->aa = aa;
    return *suite;
}

std::string text_of(const BenchVisit& visit, const Suite& suite) {
    return arm_text(visit.arm, suite.salts);
}

TEST(Rounds, AreMirrored) {
    const Suite suite = suite_with(2, 3, true);
    const auto visits = rounds_of(suite, 0, 3);
    ASSERT_EQ(visits.size(), 3u * 2 * 6);  // rounds, directions, arms
    for (int round = 0; round < 3; ++round) {
        const auto* first = &visits[static_cast<std::size_t>(round) * 12];
        std::set<std::string> arms;
        for (int i = 0; i < 6; ++i) {
            EXPECT_EQ(first[i].round, round);
            EXPECT_EQ(first[i].half, 0);
            EXPECT_EQ(first[11 - i].half, 1);
            EXPECT_EQ(text_of(first[i], suite), text_of(first[11 - i], suite));
            arms.insert(text_of(first[i], suite));
        }
        EXPECT_EQ(arms.size(), 6u);
    }
}

TEST(Rounds, ARoundIsTheSameWhoeverAsks) {
    const Suite suite = suite_with(3, 5, true);
    const auto all = rounds_of(suite, 0, 5);
    const auto late = rounds_of(suite, 3, 5);
    ASSERT_EQ(late.size(), all.size() / 5 * 2);
    for (std::size_t i = 0; i < late.size(); ++i)
        EXPECT_EQ(text_of(late[i], suite), text_of(all[all.size() / 5 * 3 + i], suite));
}

TEST(Rounds, TheSeedDrawsTheOrder) {
    Suite suite = suite_with(4, 1, true);
    const auto order = [&] {
        std::string text;
        for (const auto& visit : rounds_of(suite, 0, 1)) text += text_of(visit, suite) + ";";
        return text;
    };
    const std::string once = order();
    EXPECT_EQ(order(), once);
    suite.seed = 8;
    EXPECT_NE(order(), once);
}

TEST(Rounds, LooksShareTheWayToTheEnd) {
    Suite suite = suite_with(4, 5, false);
    suite.most_rounds = 12;
    EXPECT_THAT(looks_of(suite), ElementsAre(5, 10, 12));
    suite.most_rounds = 5;
    EXPECT_THAT(looks_of(suite), ElementsAre(5));
}

TEST(Salts, PadTheEnvironmentByDifferentAlignedLengths) {
    std::set<std::size_t> lengths;
    for (int salt = 0; salt < 64; ++salt) {
        const std::size_t bytes = padding_bytes(1, salt);
        EXPECT_EQ(bytes % 16, 0u);
        EXPECT_LT(bytes, 4096u);
        lengths.insert(bytes);
    }
    EXPECT_EQ(lengths.size(), 64u);
    EXPECT_EQ(padding_bytes(1, 0), 0u);
}

TEST(Salts, ReachCommandsAsVariablesAndWords) {
    const Suite suite = suite_with(4, 1, false);
    const auto build = build_environment(suite, Side::base, 2);
    EXPECT_THAT(build, ::testing::IsSupersetOf({Pair("MODE", "x"), Pair("STALLSCOPE_SALT", "2"),
                                                Pair("STALLSCOPE_SIDE", "base")}));
    const auto bench = bench_environment(suite, {Side::head, false, 3}, "/tmp/out");
    EXPECT_THAT(bench, ::testing::Contains(Pair("STALLSCOPE_OUT", "/tmp/out")));
    EXPECT_THAT(bench, ::testing::Contains(
                           Pair("STALLSCOPE_PADDING", std::string(padding_bytes(7, 3), 'x'))));
    EXPECT_THAT(words_of(suite.side(Side::head).build, Side::head, 3, ""),
                ElementsAre("make", "-C", "head-3"));
    EXPECT_THAT(words_of(suite.side(Side::base).build, Side::base, 3, ""),
                ElementsAre("/bin/sh", "-c", "make -C base-$STALLSCOPE_SALT"));
    EXPECT_THAT(words_of(suite.side(Side::base).bench, Side::base, 0, "/tmp/o"),
                ElementsAre("bench", "--out=/tmp/o"));
}

TEST(Commands, AreSaidBeforeTheyRun) {
    EXPECT_THAT(users_commands(suite_with(4, 3, false)),
                ElementsAre("build base, 4 times: make -C base-$STALLSCOPE_SALT (in work)",
                            "bench base, 24 times: bench --out={out} (in work)",
                            "build head, 4 times: make -C head-{salt}",
                            "bench head, 24 times: bench > $STALLSCOPE_OUT"));
}

}  // namespace
}  // namespace stallscope
