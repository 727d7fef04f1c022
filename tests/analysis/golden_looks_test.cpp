// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "analysis/golden.h"
#include "analysis/looks.h"
#include "analysis/obf_levels.h"

namespace stallscope {
namespace {

const golden::Section levels("obf_levels");
const golden::Section obf_runs("obf_looks");
const golden::Section anytime_values("anytime_tstar");
const golden::Section anytime_runs("anytime_run");

TEST(GoldenLooks, TheTableOfLevels) {
    for (const auto& [name, rows] : levels.vectors().items()) {
        const int hypotheses = std::stoi(name.substr(std::string("alpha=0.05/").size()));
        for (const auto& [cycles, row] : rows.items()) {
            EXPECT_EQ(obf_levels(std::stoi(cycles), hypotheses), golden::numbers(row))
                << name << " K=" << cycles;
        }
    }
}

/// Runs the looks of a vector and compares everything it states about each.
void expect_looks(const nlohmann::json& v, const LookRule& rule, int hypotheses) {
    CriticalValues critical(rule);
    const auto d = golden::numbers(v.at("d"));
    const double margin = v.at("M");
    LockedWord state;
    for (const auto& look : v.at("looks")) {
        const int n = look.at("n");
        const auto estimate = paired(std::span(d).first(static_cast<std::size_t>(n)));
        ASSERT_TRUE(estimate);
        const Critical at = critical.at(n, estimate->df, hypotheses);
        EXPECT_TRUE(at.decides);
        EXPECT_GOLDEN(at.t, look, "t");
        const Bounds interval = bounds(*estimate, at.t);
        EXPECT_GOLDEN(interval.low, look, "low");
        EXPECT_GOLDEN(interval.high, look, "high");
        const Word word = three_outcomes(interval, margin);
        state.see(word, n);
        EXPECT_EQ(to_text(state.word), look.at("state")) << look.dump();
        if (look.contains("look_word")) {
            EXPECT_EQ(to_text(word), look.at("look_word")) << look.dump();
            EXPECT_GOLDEN(at.level, look, "a");
            EXPECT_GOLDEN(estimate->value, look, "est");
            EXPECT_GOLDEN(estimate->se, look, "se");
        }
    }
}

TEST(GoldenLooks, ObfWordsLockAtTheFirstCrossing) {
    for (const auto& v : obf_runs.vectors()) {
        expect_looks(v, {Looks::obf, v.at("K"), 0.05, 25}, v.value("j", 1));
    }
}

TEST(GoldenLooks, AnytimeCriticalValues) {
    for (const auto& v : anytime_values.vectors()) {
        EXPECT_GOLDEN(2 * v.at("alpha").get<double>(), v, "two_alpha");
        const auto t = anytime_t(v.at("n"), v.at("df"), v.at("alpha"), 1, v.at("g"));
        if (v.at("t").is_null()) {
            EXPECT_FALSE(t) << v.dump();
        } else {
            EXPECT_GOLDEN(t.value(), v, "t");
        }
    }
}

TEST(GoldenLooks, AnytimeWordsLockAtTheFirstCrossing) {
    for (const auto& v : anytime_runs.vectors()) {
        expect_looks(v, {Looks::anytime, 0, 0.05, 25}, 1);
    }
}

}  // namespace
}  // namespace stallscope
