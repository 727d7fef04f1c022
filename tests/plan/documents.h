// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plan/experiment.h"

namespace stallscope::test {

/// One document of documents.json: the base with some places set or removed.
struct Document {
    std::string says;
    nlohmann::json document;
    std::vector<std::string> places;  ///< pointers that must be among the faults; none: it is fine
};

inline nlohmann::json table_of_documents() {
    std::ifstream file(STALLSCOPE_SOURCE_DIR "/tests/plan/documents.json");
    return nlohmann::json::parse(file);
}

/// A valid document that uses every key of the format.
inline nlohmann::json rich_document() {
    return table_of_documents().at("base");
}

inline std::vector<Document> all_documents() {
    const nlohmann::json table = table_of_documents();
    std::vector<Document> documents;
    for (const auto& written : table.at("cases")) {
        Document one{written.at("says"), table.at("base"), written.at("places")};
        for (const auto& pointer : written.value("remove", std::vector<std::string>{})) {
            const nlohmann::json::json_pointer place(pointer);
            one.document.at(place.parent_pointer()).erase(place.back());
        }
        const auto changes = written.value("set", nlohmann::json::object());
        for (const auto& [pointer, value] : changes.items())
            one.document[nlohmann::json::json_pointer(pointer)] = value;
        documents.push_back(std::move(one));
    }
    return documents;
}

/// "POINTER: SAYS" of every fault.
inline std::vector<std::string> faults_in(const nlohmann::json& document) {
    std::vector<std::string> faults;
    const auto experiment = parse_experiment(document.dump());
    if (experiment) return faults;
    const Error& error = experiment.error();
    faults.push_back(error.where + ": " + error.says);
    for (const Error& further : error.also) faults.push_back(further.where + ": " + further.says);
    return faults;
}

}  // namespace stallscope::test
