// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "plan/result.h"
#include "run/conductor.h"
#include "suite/suite_file.h"

namespace stallscope {

/// Hears what is being done, a line each.
using SuiteProgress = std::function<void(const std::string& line)>;

/// SHA-256 of the sides' files, by side and salt (one salt where builds are not salted).
struct SuiteHashes {
    std::array<std::vector<std::string>, 2> of;  ///< by Side
    const std::string& at(Side side, int salt) const;
};

/// Where the side's commands run: its `cwd`, from the suite file's folder.
std::filesystem::path folder_of(const Suite& suite, Side side);

/// SHA-256 over the contents of the side's files in their order, folders with everything in them.
/// Error: kind measurement, when one is missing or not readable.
Result<std::string> hash_of_side(const Suite& suite, Side side, int salt);

/// Builds everything there is to build, before anything is measured, and compares the files:
/// builds of different salts must differ, a later build must not have changed an earlier one's
/// files. Whether base and head may be equal is the caller's question (`builds_are_equal`).
/// Errors: measurement, cancelled.
Result<SuiteHashes> build_suite(const Suite& suite, const SuiteProgress& progress,
                                const Control& control);

/// Whether base and head are the same in some salt.
bool builds_are_equal(const SuiteHashes& hashes);

/// Error: kind measurement, when a file is not what it was when it was built.
Result<void> check_unchanged(const Suite& suite, const SuiteHashes& hashes);

}  // namespace stallscope
