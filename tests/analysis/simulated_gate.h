// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "analysis/suite_judgement.h"

namespace stallscope::test {

/// What a simulated gate's machine and builds do. Standard deviations in logs.
struct GateNoise {
    double process = 0.01;
    double round = 0.01;  ///< of all arms of a round alike
    double build = 0.005;
};

/// One row: head is `ratio` times base in truth.
inline SuiteRow simulated_row(std::string name, double ns, double ratio, int builds, int rounds,
                              const GateNoise& noise, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    SuiteRow row;
    row.name = std::move(name);
    row.base = row.head = row.base_again = SuiteValues(builds, rounds, 2);
    std::vector<double> of_round(static_cast<std::size_t>(rounds));
    for (double& round : of_round) round = noise.round * normal(random);
    for (int b = 0; b < builds; ++b) {
        const double base = std::log(ns) + noise.build * normal(random);
        const double head = std::log(ns * ratio) + noise.build * normal(random);
        for (int r = 0; r < rounds; ++r)
            for (int h = 0; h < 2; ++h) {
                const double drift = of_round[static_cast<std::size_t>(r)];
                row.base.at(b, r, h) = base + drift + noise.process * normal(random);
                row.base_again.at(b, r, h) = base + drift + noise.process * normal(random);
                row.head.at(b, r, h) = head + drift + noise.process * normal(random);
            }
    }
    return row;
}

/// "No row is 3 % slower" over rows of which the first has the ratio.
inline SuiteQuestion simulated_gate(double ratio, int rows, int builds, int rounds,
                                    const GateNoise& noise, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    SuiteQuestion question;
    AskedClaim claim;
    claim.id = "no-slower";
    claim.bound = 0.03;
    claim.skips_fast_rows = true;
    for (int i = 0; i < rows; ++i) {
        question.rows.push_back(simulated_row("row " + std::to_string(i), 50e3 * (i + 1),
                                              i == 0 ? ratio : 1, builds, rounds, noise, random));
        claim.rows.push_back(static_cast<std::size_t>(i));
    }
    question.claims.push_back(claim);
    return question;
}

}  // namespace stallscope::test
