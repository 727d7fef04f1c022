// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "suite_documents.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

void places_in(const nlohmann::json& node, const nlohmann::json::json_pointer& at,
               std::vector<nlohmann::json::json_pointer>& places) {
    places.push_back(at);
    if (node.is_object()) {
        for (const auto& [key, member] : node.items()) places_in(member, at / key, places);
    } else if (node.is_array()) {
        for (std::size_t i = 0; i < node.size(); ++i) places_in(node[i], at / i, places);
    }
}

/// The rich suite with one place replaced by something else, or given a strange key.
std::vector<test::SuiteDocument> mutations() {
    const nlohmann::json base = test::rich_suite();
    const std::vector<nlohmann::json> values = {nullptr,
                                                true,
                                                -1,
                                                1,
                                                2.5,
                                                1e300,
                                                "",
                                                "A",
                                                "5%",
                                                "100%",
                                                "1001%",
                                                nlohmann::json::array(),
                                                nlohmann::json::object(),
                                                nlohmann::json::array({"x"})};
    std::vector<nlohmann::json::json_pointer> places;
    places_in(base, nlohmann::json::json_pointer(), places);
    std::vector<test::SuiteDocument> documents;
    for (const auto& place : places) {
        if (place.empty()) continue;
        for (const auto& value : values) {
            nlohmann::json document = base;
            document[place] = value;
            documents.push_back({place.to_string() + " = " + value.dump(), document, {}});
        }
        if (!base.at(place).is_object()) continue;
        nlohmann::json more = base;
        more.at(place)["colour"] = "red";
        documents.push_back({place.to_string() + " with a strange key", more, {}});
    }
    return documents;
}

int run(const std::string& command, std::string& output) {
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (!pipe) return -1;
    char buffer[4096];
    while (const std::size_t read = fread(buffer, 1, sizeof buffer, pipe))
        output.append(buffer, read);
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(SuiteSchema, JudgesLikeTheProgram) {
    const fs::path judged_file =
        fs::temp_directory_path() / ("stallscope-suites-" + std::to_string(getpid()) + ".jsonl");
    std::size_t valid = 0, broken = 0;
    {
        std::ofstream judged(judged_file);
        auto documents = test::all_suites();
        for (auto& mutation : mutations()) documents.push_back(std::move(mutation));
        for (const test::SuiteDocument& one : documents) {
            const auto faults = test::suite_faults(one.document);
            ++(faults.empty() ? valid : broken);
            judged << nlohmann::json{{"document", one.document},
                                     {"says", one.says},
                                     {"faults", faults}}
                          .dump()
                   << '\n';
        }
    }
    EXPECT_GT(valid, 50u);  // both kinds are there to disagree about
    EXPECT_GT(broken, 500u);
    const std::string arguments =
        " " STALLSCOPE_SOURCE_DIR "/tests/plan/judge_by_schema.py " STALLSCOPE_SOURCE_DIR
        "/resources/schema/suite.schema.json " +
        judged_file.string() + " " STALLSCOPE_SOURCE_DIR "/experiments/suites/gate-example.json";
    constexpr int no_jsonschema = 77;
    int code = -1;
    std::string output;
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        output.clear();
        code = run(python + arguments, output);
        if (code == 0 || code == 1) break;
    }
    fs::remove(judged_file);
    if (code == no_jsonschema)
        GTEST_SKIP() << "install python3-jsonschema to hold the schema against the validator";
    EXPECT_EQ(code, 0) << output;
    std::cout << output;
}

}  // namespace
}  // namespace stallscope
