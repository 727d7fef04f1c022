// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace stallscope {

/// Path of the running program; empty when the system does not tell.
std::filesystem::path own_program();

}  // namespace stallscope
