// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "suite/rounds.h"

namespace stallscope {

// The same source at other addresses: what a benchmark shows for that is placement, not code.

/// Bytes by which salt `salt` pads the environment of a bench: none for salt 0, else a multiple of
/// 16 (the stack's alignment) below 4096, another one for each of 64 salts.
std::size_t padding_bytes(std::uint64_t seed, int salt);

/// The variables a build gets: STALLSCOPE_SALT and STALLSCOPE_SIDE, and the side's own.
std::vector<std::pair<std::string, std::string>> build_environment(const Suite& suite, Side side,
                                                                   int salt);

/// The variables a bench gets: those of a build, STALLSCOPE_OUT, and STALLSCOPE_PADDING where the
/// salts are by environment. The length of `out` must not depend on the arm.
std::vector<std::pair<std::string, std::string>> bench_environment(const Suite& suite,
                                                                   const BenchArm& arm,
                                                                   const std::string& out);

/// The words to start, with "{out}", "{salt}" and "{side}" replaced in a list; a script stays.
std::vector<std::string> words_of(const SuiteCommand& command, Side side, int salt,
                                  const std::string& out);

/// Every command of the user's that the gate would execute, one sentence each, none twice.
std::vector<std::string> users_commands(const Suite& suite);

}  // namespace stallscope
