// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace stallscope {

/// Where pins, banks and ledgers are kept: $XDG_DATA_HOME/stallscope, else
/// ~/.local/share/stallscope.
std::filesystem::path user_data_folder();

}  // namespace stallscope
