// SPDX-License-Identifier: Apache-2.0
#include "analysis/distributions.h"
#include "analysis/golden.h"
#include "analysis/outcome.h"

namespace stallscope {
namespace {

const golden::Section outcomes("three_outcomes");
const golden::Section guards("mean_guard");
const golden::Section needed("cycles_needed");

Word word_of(const std::string& name) {
    for (const Word word : {Word::met, Word::not_met, Word::undecided}) {
        if (to_text(word) == name) {
            return word;
        }
    }
    ADD_FAILURE() << name;
    return Word::invalid;
}

TEST(GoldenOutcome, ThreeOutcomes) {
    for (const auto& v : outcomes.vectors()) {
        Estimate estimate;
        estimate.value = v.at("est");
        estimate.se = v.at("se");
        estimate.df = v.at("df");
        const double u = v.at("u");
        const double margin = v.at("M");
        const Bounds interval = bounds(estimate, t_critical(v.at("alpha"), estimate.df), u);
        EXPECT_GOLDEN(interval.low, v, "low");
        EXPECT_GOLDEN(interval.high, v, "high");
        const Bounds wide = bounds(estimate, t_quantile(0.975, estimate.df), u);
        EXPECT_GOLDEN(wide.low, v, "low95");
        EXPECT_GOLDEN(wide.high, v, "high95");
        EXPECT_GOLDEN(p_met(estimate, margin, u), v, "p_met");
        EXPECT_GOLDEN(p_not_met(estimate, margin, u), v, "p_not_met");
        EXPECT_EQ(three_outcomes(interval, margin), word_of(v.at("word"))) << v.dump();
    }
}

TEST(GoldenOutcome, MeanGuard) {
    for (const auto& v : guards.vectors()) {
        const Word typical = word_of(v.at("typical_word"));
        const Word guarded = with_mean_guard(typical, v.at("mean_est"), v.at("M"));
        EXPECT_EQ(guarded, word_of(v.at("word"))) << v.dump();
        EXPECT_EQ(guarded != typical, v.at("why") == "burst-dominated") << v.dump();
    }
}

TEST(GoldenOutcome, CyclesNeeded) {
    for (const auto& v : needed.vectors()) {
        const auto cycles = cycles_needed(v.at("s_d"), v.at("distance"));
        EXPECT_EQ(cycles ? nlohmann::json(*cycles) : nlohmann::json(), v.at("K")) << v.dump();
    }
}

}  // namespace
}  // namespace stallscope
