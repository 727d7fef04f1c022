// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "plan/result.h"

namespace stallscope {

/// Writes a file of the user's data folder whole or not at all: under a temporary name first, which
/// then takes the file's place; the folder is made where it is missing. Error: of the kind given;
/// `what` is its subject ("the noise bank").
Result<void> keep_file(const std::filesystem::path& file, std::string_view text,
                       std::string_view what, ErrorKind kind);

}  // namespace stallscope
