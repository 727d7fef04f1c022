// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace stallscope {

inline std::string read(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The text must be that of tests/golden/report/NAME, byte by byte. With STALLSCOPE_UPDATE_GOLDEN
/// set the file is written anew instead: read the difference before it is committed.
inline void expect_golden(const std::string& name, const std::string& text) {
    const std::filesystem::path file =
        std::filesystem::path(STALLSCOPE_SOURCE_DIR) / "tests/golden/report" / name;
    if (std::getenv("STALLSCOPE_UPDATE_GOLDEN") != nullptr) {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return;
    }
    ASSERT_TRUE(std::filesystem::exists(file)) << file;
    EXPECT_TRUE(read(file) == text) << name << " differs from what is expected:\n" << text;
}

}  // namespace stallscope
