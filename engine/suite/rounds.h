// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "suite/suite_file.h"

namespace stallscope {

/// What is measured beside each other: a side with one salt; base a second time where the suite
/// asks for an A/A arm.
struct BenchArm {
    Side side = Side::base;
    bool again = false;  ///< the second base
    int salt = 0;        ///< 0 … salts − 1
};
/// "base", "head", "base again", with the salt where there are several.
std::string arm_text(const BenchArm& arm, const SuiteSalts& salts);

/// One bench process.
struct BenchVisit {
    BenchArm arm;
    int round = 0;
    int half = 0;  ///< mirrored: 0 forwards, 1 backwards; else 0
};

std::vector<BenchArm> arms_of(const Suite& suite);

/// Processes of one arm in one round: 2 when mirrored, else 1.
int halves_of(const Suite& suite);

/// The processes of rounds `first` … `last` − 1, in their order. Mirrored: every round draws a new
/// order of the arms from the seed, runs it forwards and then exactly backwards, so that a linear
/// drift cancels. Interleaved: as they stand. A round is the same whatever range asks for it.
std::vector<BenchVisit> rounds_of(const Suite& suite, int first, int last);

/// After how many rounds it is judged: once at the end, or with `extend` at every multiple of
/// `rounds` up to `most_rounds`. Ascending. The error is shared among the looks.
std::vector<int> looks_of(const Suite& suite);

}  // namespace stallscope
