// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "plan/result.h"
#include "plan/seal.h"

namespace stallscope {

/// Puts an empty run file with its sealed experiment, environment and facts in place. The file
/// appears under its name whole or not at all: whoever is killed in between leaves no half run.
/// The caller holds the RunLock. Error: the file exists, the folder does not, no space, or
/// `environment` or `facts` is not a JSON object.
Result<void> create_run_file(const std::filesystem::path& file, const Seal& seal,
                             std::string_view environment, std::string_view facts);

}  // namespace stallscope
