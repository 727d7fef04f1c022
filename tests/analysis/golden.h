// SPDX-License-Identifier: Apache-2.0
#pragma once

// The golden vectors of tests/fixtures/golden.json. A test names the section it checks as an object
// at namespace scope, so that golden_coverage_test.cpp knows which ones are checked.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace stallscope::golden {

inline constexpr double tolerance = 1e-9;

const nlohmann::json& file();
std::set<std::string>& checked_sections();

class Section {
public:
    explicit Section(std::string name) : m_name(std::move(name)) {
        checked_sections().insert(m_name);
    }
    /// The section; never empty, else the test that asks fails.
    const nlohmann::json& vectors() const {
        const auto& section = file().at(m_name);
        EXPECT_FALSE(section.empty()) << m_name;
        return section;
    }

private:
    std::string m_name;
};

inline std::vector<double> numbers(const nlohmann::json& array) {
    return array.get<std::vector<double>>();
}

}  // namespace stallscope::golden

/// `actual` is the vector's number `key`; shows the vector if not.
#define EXPECT_GOLDEN(actual, vector, key)                                   \
    EXPECT_NEAR((actual), (vector).at(key).get<double>(), golden::tolerance) \
        << (key) << " of " << (vector).dump()
