// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "documents.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

/// Every place of a document.
void places_in(const nlohmann::json& node, const nlohmann::json::json_pointer& at,
               std::vector<nlohmann::json::json_pointer>& places) {
    places.push_back(at);
    if (node.is_object()) {
        for (const auto& [key, member] : node.items()) places_in(member, at / key, places);
    } else if (node.is_array()) {
        for (std::size_t i = 0; i < node.size(); ++i) places_in(node[i], at / i, places);
    }
}

/// The rich document with one place replaced by something else, removed, or given a strange key.
std::vector<test::Document> mutations() {
    const nlohmann::json base = test::rich_document();
    const std::vector<nlohmann::json> values = {nullptr,
                                                true,
                                                -1,
                                                1,
                                                2.5,
                                                1e300,
                                                "",
                                                "A",
                                                nlohmann::json::array(),
                                                nlohmann::json::object(),
                                                nlohmann::json::array({"gpu"}),
                                                nlohmann::json{{"kind", "wait"}}};
    std::vector<nlohmann::json::json_pointer> places;
    places_in(base, nlohmann::json::json_pointer(), places);
    std::vector<test::Document> documents;
    for (const auto& place : places) {
        if (place.empty()) continue;
        for (const auto& value : values) {
            nlohmann::json document = base;
            document[place] = value;
            documents.push_back({place.to_string() + " = " + value.dump(), document, {}});
        }
        nlohmann::json without = base;
        nlohmann::json& parent = without.at(place.parent_pointer());
        if (parent.is_object()) {
            parent.erase(place.back());
        } else {
            parent.erase(static_cast<std::size_t>(std::stoul(place.back())));
        }
        documents.push_back({place.to_string() + " removed", without, {}});
        if (base.at(place).is_object()) {
            nlohmann::json more = base;
            more.at(place)["colour"] = "red";
            documents.push_back({place.to_string() + " with a strange key", more, {}});
        }
    }
    return documents;
}

struct Judgement {
    int exit_code = -1;
    std::string output;
};

Judgement run(const std::string& command) {
    Judgement judgement;
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (!pipe) return judgement;
    char buffer[4096];
    while (const std::size_t read = fread(buffer, 1, sizeof buffer, pipe))
        judgement.output.append(buffer, read);
    const int status = pclose(pipe);
    if (WIFEXITED(status)) judgement.exit_code = WEXITSTATUS(status);
    return judgement;
}

TEST(Schema, JudgesLikeTheProgram) {
    const fs::path judged_file =
        fs::temp_directory_path() / ("stallscope-judged-" + std::to_string(getpid()) + ".jsonl");
    std::size_t valid = 0, broken = 0;
    {
        std::ofstream judged(judged_file);
        auto documents = test::all_documents();
        for (auto& mutation : mutations()) documents.push_back(std::move(mutation));
        for (const test::Document& one : documents) {
            const auto faults = test::faults_in(one.document);
            ++(faults.empty() ? valid : broken);
            judged << nlohmann::json{{"document", one.document},
                                     {"says", one.says},
                                     {"faults", faults}}
                          .dump()
                   << '\n';
        }
    }
    EXPECT_GT(valid, 100u);  // both kinds are there to disagree about
    EXPECT_GT(broken, 1000u);

    std::string arguments = " " STALLSCOPE_SOURCE_DIR
                            "/tests/plan/judge_by_schema.py " STALLSCOPE_SOURCE_DIR
                            "/resources/schema/experiment.schema.json " +
                            judged_file.string();
    for (const auto& entry : fs::directory_iterator(STALLSCOPE_SOURCE_DIR "/experiments"))
        if (entry.path().extension() == ".json") arguments += " " + entry.path().string();

    constexpr int no_jsonschema = 77;
    Judgement judgement;
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        judgement = run(python + arguments);
        if (judgement.exit_code == 0 || judgement.exit_code == 1) break;
    }
    fs::remove(judged_file);
    if (judgement.exit_code == no_jsonschema)
        GTEST_SKIP() << "install python3-jsonschema to hold the schema against the validator: "
                     << judgement.output;
    EXPECT_EQ(judgement.exit_code, 0) << judgement.output;
    std::cout << judgement.output;
}

}  // namespace
}  // namespace stallscope
