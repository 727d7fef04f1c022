// SPDX-License-Identifier: Apache-2.0
#include "analysis/golden.h"
#include "analysis/shares.h"
#include "analysis/verdict.h"

namespace stallscope {
namespace {

const golden::Section limits("clopper_pearson_one_sided");
const golden::Section shares("share_absolute");

TEST(GoldenShares, ClopperPearson) {
    for (const auto& v : limits.vectors()) {
        const Bounds found = clopper_pearson(v.at("x"), v.at("n"), v.at("alpha"));
        EXPECT_GOLDEN(found.low, v, "low");
        EXPECT_GOLDEN(found.high, v, "high");
    }
}

TEST(GoldenShares, TheOuterHullDecides) {
    for (const auto& v : shares.vectors()) {
        const auto failed = golden::numbers(v.at("x"));
        const auto requests = golden::numbers(v.at("n"));
        std::vector<ShareCount> cycles;
        for (std::size_t k = 0; k < failed.size(); ++k) {
            cycles.push_back({failed[k], requests[k]});
        }
        const auto share = ShareEstimate::from(cycles);
        ASSERT_TRUE(share);
        EXPECT_GOLDEN(share->overdispersion(), v, "phi");
        EXPECT_GOLDEN(share->by_counts(0.05).low, v, "cp_low");
        EXPECT_GOLDEN(share->by_counts(0.05).high, v, "cp_high");
        EXPECT_GOLDEN(share->by_cycles(0.05).low, v, "t_low");
        EXPECT_GOLDEN(share->by_cycles(0.05).high, v, "t_high");
        const Bounds hull = share->interval(0.05);
        EXPECT_GOLDEN(hull.low, v, "low");
        EXPECT_GOLDEN(hull.high, v, "high");
        EXPECT_EQ(to_text(three_outcomes(hull, v.at("limit"))), v.at("word")) << v.dump();

        Family family;
        family.rule = {Looks::final, static_cast<int>(cycles.size()), 0.05, 25};
        Member member;
        member.data = ShareSeries{{cycles.begin(), cycles.end()}};
        member.margin = {v.at("limit"), false};
        family.members.push_back(member);
        const Verdict verdict = judge(family).verdicts.at(0);
        EXPECT_EQ(to_text(verdict.word), v.at("word")) << v.dump();
        EXPECT_GOLDEN(verdict.low.value(), v, "low");
        EXPECT_GOLDEN(verdict.high.value(), v, "high");
    }
}

}  // namespace
}  // namespace stallscope
