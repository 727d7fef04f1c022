// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "cli/command.h"

TemporaryFolder::TemporaryFolder() {
    m_path = (std::filesystem::temp_directory_path() / "stallscope-cli-XXXXXX").string();
    if (::mkdtemp(m_path.data()) == nullptr) ADD_FAILURE() << "no folder at " << m_path;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}
