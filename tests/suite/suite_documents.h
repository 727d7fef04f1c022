// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suite/suite_file.h"

namespace stallscope::test {

/// One document of suites.json: the base with some places set or removed.
struct SuiteDocument {
    std::string says;
    nlohmann::json document;
    std::vector<std::string> places;  ///< pointers that must be among the faults; none: it is fine
};

inline nlohmann::json table_of_suites() {
    std::ifstream file(STALLSCOPE_SOURCE_DIR "/tests/suite/suites.json");
    return nlohmann::json::parse(file);
}

/// A valid suite that uses every key of the format.
inline nlohmann::json rich_suite() {
    return table_of_suites().at("base");
}

inline std::vector<SuiteDocument> all_suites() {
    const nlohmann::json table = table_of_suites();
    std::vector<SuiteDocument> documents;
    for (const auto& written : table.at("cases")) {
        SuiteDocument one{written.at("says"), table.at("base"), written.at("places")};
        for (const auto& pointer : written.value("remove", std::vector<std::string>{})) {
            const nlohmann::json::json_pointer place(pointer);
            nlohmann::json& parent = one.document.at(place.parent_pointer());
            if (parent.is_array()) {
                parent.erase(static_cast<std::size_t>(std::stoul(place.back())));
            } else {
                parent.erase(place.back());
            }
        }
        const auto changes = written.value("set", nlohmann::json::object());
        for (const auto& [pointer, value] : changes.items())
            one.document[nlohmann::json::json_pointer(pointer)] = value;
        documents.push_back(std::move(one));
    }
    return documents;
}

/// "POINTER: SAYS" of every fault.
inline std::vector<std::string> suite_faults(const nlohmann::json& document) {
    std::vector<std::string> faults;
    const auto suite = parse_suite(document.dump());
    if (suite) return faults;
    const Error& error = suite.error();
    faults.push_back(error.where + ": " + error.says);
    for (const Error& further : error.also) faults.push_back(further.where + ": " + further.says);
    return faults;
}

}  // namespace stallscope::test
