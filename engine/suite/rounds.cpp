// SPDX-License-Identifier: Apache-2.0
#include "suite/rounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/draw.h"

namespace stallscope {

std::string arm_text(const BenchArm& arm, const SuiteSalts& salts) {
    std::string text(to_text(arm.side));
    if (arm.again) text += " again";
    if (salts.count > 1) text += fmt::format(", salt {}", arm.salt);
    return text;
}

std::vector<BenchArm> arms_of(const Suite& suite) {
    std::vector<BenchArm> arms;
    for (int salt = 0; salt < suite.salts.count; ++salt) {
        arms.push_back({Side::base, false, salt});
        arms.push_back({Side::head, false, salt});
        if (suite.aa) arms.push_back({Side::base, true, salt});
    }
    return arms;
}

int halves_of(const Suite& suite) {
    return suite.order == RoundOrder::mirrored ? 2 : 1;
}

std::vector<BenchVisit> rounds_of(const Suite& suite, int first, int last) {
    std::vector<BenchVisit> visits;
    std::vector<BenchArm> arms = arms_of(suite);
    Draw draw(suite.seed);
    for (int round = 0; round < last; ++round) {
        if (suite.order == RoundOrder::mirrored) draw.shuffle(arms);
        if (round < first) continue;
        for (const BenchArm& arm : arms) visits.push_back({arm, round, 0});
        if (suite.order != RoundOrder::mirrored) continue;
        for (auto arm = arms.rbegin(); arm != arms.rend(); ++arm)
            visits.push_back({*arm, round, 1});
    }
    return visits;
}

std::vector<int> looks_of(const Suite& suite) {
    std::vector<int> looks;
    for (int rounds = suite.rounds; rounds < suite.most_rounds; rounds += suite.rounds)
        looks.push_back(rounds);
    looks.push_back(std::max(suite.rounds, suite.most_rounds));
    return looks;
}

}  // namespace stallscope
