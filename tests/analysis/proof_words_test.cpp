// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_words.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/distributions.h"
#include "analysis/proof_run.h"

namespace stallscope {
namespace {

TEST(ProofWords, NoWordIsLostByNotJudgingEveryRun) {
    for (const IntervalKind interval : {IntervalKind::paired, IntervalKind::pooled}) {
        for (const Looks looks : proof_looks) {
            ProofShape shape;
            shape.one_noisier = true;
            ProofRuns runs(shape);
            ProofRandom random(3);
            ProofJudge judge(looks, shape.cycles, interval, shape.cells);
            int met = 0;
            int not_met = 0;
            for (int run = 0; run < 400; ++run) {
                const auto y = runs.next(random);
                const Word word = judge.word(y, proof_margin, proof_margin);
                ASSERT_EQ(word, judge.unscreened_word(y, proof_margin, proof_margin));
                met += word == Word::met;
                not_met += word == Word::not_met;
            }
            EXPECT_GT(met, 0);
            EXPECT_GT(not_met, 0);
            EXPECT_LT(met + not_met, 100);
        }
    }
}

TEST(ProofWords, AnEffectIsSeenOnItsSideOfTheMargin) {
    ProofShape shape;
    ProofRuns runs(shape);
    ProofRandom random(4);
    const auto y = runs.next(random);
    ProofJudge judge(Looks::obf, shape.cycles);
    EXPECT_EQ(judge.word(y, 0, proof_margin + 0.1), Word::met);
    EXPECT_EQ(judge.word(y, proof_margin + 0.2, proof_margin), Word::not_met);
}

TEST(ProofWords, AFamilysFirstRejectionNeedsMoreThanASingleOne) {
    ProofJudge judge(Looks::final, 5);
    const std::vector<double> d = {0.011, 0.009, 0.012, 0.008, 0.010};  // mean 10, SE 0.71: t = 14
    EXPECT_TRUE(judge.may_decide(d, 0, 0));
    EXPECT_TRUE(judge.may_decide(d, 0, 0, 6));
    const std::vector<double> weak = {0.04, -0.01, 0.02, 0.03, -0.005};  // t = 1.56
    EXPECT_FALSE(judge.may_decide(weak, 0, 0));
    EXPECT_TRUE(judge.may_decide(weak, 0.01, 0)) << "t = 2.6, beyond 2.13";
    EXPECT_FALSE(judge.may_decide(weak, 0.01, 0, 6));
    EXPECT_TRUE(judge.may_decide(weak, -0.04, 0, 6)) << "met needs no correction";
}

TEST(ProofWords, TheWideIntervalIsStudentsAtTheEnd) {
    const std::vector<std::vector<double>> y = {{0.03, 0.01, 0.02}, {0, 0, 0}};
    const Bounds found = ProofInterval(3).of(y);
    const double half = t_quantile(0.975, 2) * 0.01 / std::sqrt(3.0);
    EXPECT_NEAR(found.low, 0.02 - half, 1e-12);
    EXPECT_NEAR(found.high, 0.02 + half, 1e-12);
}

}  // namespace
}  // namespace stallscope
