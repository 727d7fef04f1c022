// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "plan/result.h"
#include "record/sqlite.h"

namespace stallscope {

/// Looks whether this is a file at all, opens it, and looks whether it is a whole run of a version
/// that we know. Error kinds: usage for what is no run, stale for one that was cut or altered,
/// measurement where the system refuses.
Result<sqlite::Database> open_run_database(const std::filesystem::path& file,
                                           sqlite::Access access);

}  // namespace stallscope
