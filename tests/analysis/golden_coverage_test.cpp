// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "analysis/golden.h"

namespace stallscope::golden {

const nlohmann::json& file() {
    static const nlohmann::json vectors = [] {
        std::ifstream in(STALLSCOPE_SOURCE_DIR "/tests/fixtures/golden.json");
        return nlohmann::json::parse(in);
    }();
    return vectors;
}

std::set<std::string>& checked_sections() {
    static std::set<std::string> names;
    return names;
}

TEST(Golden, NoSectionOfTheFileIsLeftUnread) {
    std::set<std::string> there;
    for (const auto& [name, section] : file().items()) {
        if (name != "about") {
            there.insert(name);
        }
    }
    EXPECT_EQ(there, checked_sections());
}

}  // namespace stallscope::golden
