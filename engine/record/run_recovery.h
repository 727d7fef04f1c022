// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "plan/result.h"
#include "record/sqlite.h"

namespace stallscope {

/// Reads a run whose last change was cut off, where the file itself must not be put right: it is
/// copied with its journals to a private folder, recovered there and opened. The folder is gone
/// again when this returns; the connection keeps what it needs.
Result<sqlite::Database> open_recovered_copy(const std::filesystem::path& file);

}  // namespace stallscope
