// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

/// The text must be that of tests/golden/cli/NAME. With STALLSCOPE_UPDATE_GOLDEN set the file is
/// written anew instead: read the difference before you commit it.
inline void expect_golden(const std::string& name, const std::string& text) {
    const std::string path = STALLSCOPE_SOURCE_DIR "/tests/golden/cli/" + name;
    if (std::getenv("STALLSCOPE_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << text;
        return;
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << path << " is missing";
    std::ostringstream expected;
    expected << file.rdbuf();
    EXPECT_EQ(text, expected.str()) << "differs from " << path;
}
