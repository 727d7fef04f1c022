// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "analysis/contrast.h"
#include "analysis/proof_run.h"

namespace stallscope {
namespace {

constexpr int many = 40000;

struct Moments {
    double mean = 0, sd = 0, memory = 0;  ///< memory: correlation with the one before
};

Moments moments(const std::vector<double>& x) {
    const auto n = static_cast<double>(x.size());
    Moments found;
    for (const double value : x) {
        found.mean += value / n;
    }
    double squares = 0;
    double products = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        squares += (x[i] - found.mean) * (x[i] - found.mean);
        products += i == 0 ? 0 : (x[i] - found.mean) * (x[i - 1] - found.mean);
    }
    found.sd = std::sqrt(squares / (n - 1));
    found.memory = products / squares;
    return found;
}

std::vector<double> measured(ProofNoise noise, ProofDrift drift, int count, int per_cycle,
                             double times, int share = 1) {
    ProofRandom random(5);
    ProofMachine machine(noise, drift, count, per_cycle, random);
    std::vector<double> x;
    for (int i = 0; i < count; ++i) {
        x.push_back(machine.next(times, share));
    }
    return x;
}

TEST(ProofRandom, NumbersAreSpreadAsTheyShouldBe) {
    ProofRandom random(1);
    std::vector<double> uniform, normal, exponential, poisson;
    for (int i = 0; i < many; ++i) {
        uniform.push_back(random.uniform());
        normal.push_back(random.normal());
        exponential.push_back(random.exponential());
        poisson.push_back(random.poisson(4));
    }
    EXPECT_NEAR(moments(uniform).mean, 0.5, 0.01);
    EXPECT_NEAR(moments(uniform).sd, std::sqrt(1.0 / 12), 0.005);
    EXPECT_NEAR(moments(normal).mean, 0, 0.02);
    EXPECT_NEAR(moments(normal).sd, 1, 0.02);
    EXPECT_NEAR(moments(normal).memory, 0, 0.02);
    EXPECT_NEAR(moments(exponential).mean, 1, 0.02);
    EXPECT_NEAR(moments(exponential).sd, 1, 0.03);
    EXPECT_NEAR(moments(poisson).mean, 4, 0.05);
    EXPECT_NEAR(moments(poisson).sd, 2, 0.05);
}

TEST(ProofNoise, HasTheSpreadAndTheMemoryItIsNamedFor) {
    struct Case {
        ProofNoise noise;
        double times, mean, sd, memory;
    };
    // A cell without noise of its own shows what the machine does.
    for (const Case& wanted :
         {Case{ProofNoise::white, 1, 0, 0.01, 0}, Case{ProofNoise::white, 3, 0, 0.03, 0},
          Case{ProofNoise::ar, 0, 0, 0.01, 0.6}, Case{ProofNoise::ar_own, 1, 0, 0.01, 0.6},
          Case{ProofNoise::ar_own, 3, 0, 0.03, 0.6},
          // exponential of mean μ in a share p: pμ, √(2p − p²)·μ
          Case{ProofNoise::bursts_5, 0, 0.005, 0.0312, 0},
          Case{ProofNoise::bursts_25, 0, 0.025, 0.0661, 0}}) {
        const Moments found =
            moments(measured(wanted.noise, ProofDrift::none, many, many, wanted.times));
        EXPECT_NEAR(found.mean, wanted.mean, 0.001) << to_text(wanted.noise);
        EXPECT_NEAR(found.sd / wanted.sd, 1, 0.04) << to_text(wanted.noise);
        EXPECT_NEAR(found.memory, wanted.memory, 0.03) << to_text(wanted.noise);
    }
}

TEST(ProofNoise, AWalkStepsByHalfAStandardDeviation) {
    const auto walk = measured(ProofNoise::random_walk, ProofDrift::none, many, many, 0);
    std::vector<double> steps;
    for (std::size_t i = 1; i < walk.size(); ++i) {
        steps.push_back(walk[i] - walk[i - 1]);
    }
    EXPECT_NEAR(moments(steps).sd, 0.005, 0.0002);
    EXPECT_NEAR(moments(steps).memory, 0, 0.03);
}

TEST(ProofNoise, AWholeWindowHasTheNoiseOfAMeanOfTwoHalves) {
    const auto x = measured(ProofNoise::white, ProofDrift::none, many, many, 1, 2);
    EXPECT_NEAR(moments(x).sd, 0.01 / std::sqrt(2.0), 0.0002);
}

TEST(ProofNoise, DriftsHaveTheirShape) {
    const auto drift = [](ProofDrift kind) { return measured(ProofNoise::white, kind, 41, 8, 0); };
    const auto linear = drift(ProofDrift::linear);
    EXPECT_DOUBLE_EQ(linear.front(), 0);
    EXPECT_DOUBLE_EQ(linear[20], 0.05);
    EXPECT_DOUBLE_EQ(linear.back(), 0.10);
    const auto quadratic = drift(ProofDrift::quadratic);
    EXPECT_DOUBLE_EQ(quadratic[20], 0.025);
    EXPECT_DOUBLE_EQ(quadratic.back(), 0.10);
    const auto warm_up = drift(ProofDrift::warm_up);
    EXPECT_DOUBLE_EQ(warm_up[0], 0.05);
    EXPECT_DOUBLE_EQ(warm_up[3], 0.05 * std::exp(-2.0));
    EXPECT_DOUBLE_EQ(warm_up[8], 0.05);
    const auto step = drift(ProofDrift::step);
    EXPECT_EQ(std::set<double>(step.begin(), step.end()), (std::set<double>{0, 0.05}));
    EXPECT_DOUBLE_EQ(step.back(), 0.05);
    const auto sine = drift(ProofDrift::sine);
    EXPECT_NEAR(sine[0], sine[12], 1e-9) << "a turn is one and a half cycles";
    EXPECT_NEAR(sine[0], -sine[6], 1e-9);
    EXPECT_EQ(moments(drift(ProofDrift::none)).sd, 0);
}

/// Mean and spread of y(0) − y(1) over many runs.
Moments differences(ProofShape shape) {
    ProofRuns runs(shape);
    ProofRandom random(9);
    std::vector<double> all;
    for (int run = 0; run < 2000; ++run) {
        const auto& y = runs.next(random);
        for (std::size_t k = 0; k < y[0].size(); ++k) {
            all.push_back(y[1][k] - y[0][k]);
        }
    }
    return moments(all);
}

TEST(ProofRun, DifferencesAreThoseOfTwoHalfVisitsEach) {
    ProofShape shape;
    EXPECT_NEAR(differences(shape).sd, 0.01, 0.0004);
    shape.one_noisier = true;
    EXPECT_NEAR(differences(shape).sd, 0.01 * std::sqrt(5.0), 0.001);
}

TEST(ProofRun, AMirroredOrderCancelsALinearDriftAndABlockedOneDoesNot) {
    ProofShape shape;
    shape.cells = 2;
    shape.drift = ProofDrift::linear;
    EXPECT_NEAR(differences(shape).mean, 0, 0.0005);
    EXPECT_NEAR(differences(shape).sd, 0.01, 0.0005) << "it adds no noise either";
    shape.order = Order::blocked;
    // Ten visits, the second cell five later: 5/9 of the drift.
    EXPECT_NEAR(differences(shape).mean, 0.10 * 5 / 9, 0.0005);
    shape.order = Order::interleaved;
    EXPECT_NEAR(differences(shape).mean, 0.10 / 9, 0.0005);
}

}  // namespace
}  // namespace stallscope
