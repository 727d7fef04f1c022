// SPDX-License-Identifier: Apache-2.0
#include "run/events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace stallscope::events {
namespace {

using nlohmann::json;
using ::testing::StartsWith;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Plan some_plan() {
    Plan plan;
    plan.experiment = "completion-path";
    plan.sealed_sha256 = std::string(64, 'a');
    plan.file = "completion-path.stallscope";
    plan.seconds = 12.5;
    plan.cycles = 3;
    plan.visits = {{0, 0, 1, 0, "A", "both", 2, 0, 4.1}, {1, 0, 2, 1, "A", "both", 2, 4.1, 4.1}};
    plan.runs_code = {"the interpreter \"python3\""};
    plan.cells = {"A"};
    plan.conditions = {"both"};
    return plan;
}

std::vector<Event> one_of_each() {
    Error error{ErrorKind::experiment, "cycles is 0", "/cycles", "write 1 to 1000", {}};
    error.also.push_back(Error{ErrorKind::experiment, "no cells", "/cells", "", {}});
    CriterionResult criterion;
    criterion.id = "gpu-return";
    criterion.says = "at most 0.5 ms";
    criterion.status = "met";
    criterion.value = 0.25;
    criterion.low = 0.2;
    criterion.high = infinity;
    criterion.margin = 0.5;
    criterion.unit = "ms";
    criterion.look = 4;
    criterion.locked_at = 3;
    criterion.why = "mean";
    CriterionResult invalid;
    invalid.id = "ane";
    invalid.says = "unchanged";
    invalid.status = "invalid";
    invalid.why = "none";
    return {Hello{"0.1.0"},
            some_plan(),
            Step{"checks", "clock: resolution 1 ns"},
            VisitStarted{7, 2, 1, 0, 1, "A", "both", 4.1},
            Samples{7, "gpu", {0.1, 0.2}, {7.5, nan}, {20, 21}, {19, infinity}, {12, 12.5}},
            VisitFinished{7, "complete", "", {{"ane", 40}, {"gpu", 52}}},
            Criteria{{criterion, invalid}},
            FindingSeen{{"load", "warns", "A/both", "another process used a core", "close it"}},
            Progress{0.25, 90, 30, 3, 12, "running"},
            RunFinished{"complete", "", "completion-path.stallscope", 0},
            Failure{error}};
}

TEST(Events, ThePlanHasCellsAndConditionsInTheExperimentsOrder) {
    Plan plan = some_plan();
    plan.cells = {"B", "A"};
    plan.streams = {"gpu", "ane"};
    const auto line = json::parse(to_json(plan));
    EXPECT_EQ(line["cells"], json({"B", "A"}));
    EXPECT_EQ(line["conditions"], json::array({"both"}));
    EXPECT_EQ(line["streams"], json({"gpu", "ane"}));
}

TEST(Events, TheNameComesFirstInEveryLine) {
    const std::vector<std::string> names = {
        "hello",    "plan",    "step",     "visit_started", "samples", "visit_finished",
        "criteria", "finding", "progress", "run_finished",  "error"};
    const auto events = one_of_each();
    ASSERT_EQ(events.size(), names.size());
    ASSERT_EQ(events.size(), std::variant_size_v<Event>);
    for (std::size_t i = 0; i < events.size(); ++i) {
        EXPECT_THAT(to_json(events[i]), StartsWith("{\"event\":\"" + names[i] + "\""));
    }
}

TEST(Events, AHelloIsExactlyTheDocumentedLine) {
    EXPECT_EQ(to_json(Hello{"0.1.0"}), R"({"event":"hello","schema":1,"engine":"0.1.0"})");
}

TEST(Events, NumbersThatAreNotFiniteAreNull) {
    const auto line = json::parse(to_json(Samples{1, "gpu", {0.5}, {nan}, {infinity}, {-1}, {}}));
    EXPECT_TRUE(line["return_ms"][0].is_null());
    EXPECT_TRUE(line["e2e_ms"][0].is_null());
    EXPECT_EQ(line["occupancy_ms"][0], -1);
    EXPECT_TRUE(line["service_ms"].is_array());
    EXPECT_TRUE(json::parse(to_json(Progress{nan, nan, 0, 0, 0, "running"}))["left_s"].is_null());
}

TEST(Events, ALineNeverContainsANewlineAndSurvivesBrokenText) {
    const auto text = to_json(VisitFinished{1, "failed", "said \"a\nb\" and \xff\xfe", {}});
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_FALSE(json::parse(text, nullptr, false).is_discarded());
}

TEST(Events, FurtherFaultsLieFlatInAlso) {
    Error inner{ErrorKind::experiment, "second", "/b", "", {}};
    inner.also.push_back(Error{ErrorKind::experiment, "third", "/c", "", {}});
    const auto line =
        json::parse(to_json(Failure{{ErrorKind::experiment, "first", "/a", "mend it", {inner}}}));
    EXPECT_EQ(line["says"], "first");
    EXPECT_EQ(line["kind"], "experiment");
    EXPECT_EQ(line["hint"], "mend it");
    ASSERT_EQ(line["also"].size(), 2U);
    EXPECT_EQ(line["also"][1]["where"], "/c");
}

TEST(Events, CountsAreKeptByStream) {
    const auto line = json::parse(to_json(VisitFinished{7, "complete", "", {{"gpu", 52}}}));
    EXPECT_EQ(line["counted"]["gpu"], 52);
    EXPECT_EQ(line["visit"], 7);
}

/// Runs the schema over produced lines with the validator of the system's Python.
class EventsSchema : public ::testing::Test {
protected:
    void SetUp() override {
        if (std::system("python3 -c 'import jsonschema' >/dev/null 2>&1") != 0) {
            GTEST_SKIP() << "python3-jsonschema is not installed: the schema was not checked";
        }
        m_lines = std::filesystem::temp_directory_path() /
                  ("stallscope-events-" + std::to_string(::getpid()) + ".jsonl");
    }
    void TearDown() override {
        if (!m_lines.empty()) std::filesystem::remove(m_lines);
    }
    /// Number of lines that do not fit the schema.
    int misfits(const std::vector<std::string>& lines) {
        std::ofstream file(m_lines);
        for (const auto& line : lines) file << line << '\n';
        file.close();
        const std::string script =
            "import json,sys,jsonschema\n"
            "v=jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))\n"
            "bad=[l for l in open(sys.argv[2]) if not v.is_valid(json.loads(l))]\n"
            "sys.stderr.writelines(bad); sys.exit(min(len(bad),100))\n";
        const std::string command = "python3 -c '" + script +
                                    "' '" STALLSCOPE_SOURCE_DIR
                                    "/resources/schema/events.schema.json' '" +
                                    m_lines.string() + "'";
        const int status = std::system(command.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    std::filesystem::path m_lines;
};

TEST_F(EventsSchema, EveryKindOfLineFits) {
    std::vector<std::string> lines;
    for (const auto& event : one_of_each()) lines.push_back(to_json(event));
    lines.push_back(to_json(Samples{}));
    EXPECT_EQ(misfits(lines), 0);
}

TEST_F(EventsSchema, ALineWithoutAKeyOrWithAnUnknownNameDoesNot) {
    std::vector<std::string> lines = {R"({"event":"surprise"})", "[]"};
    for (const auto& event : one_of_each()) {
        const auto line = json::parse(to_json(event));
        for (const auto& [key, value] : line.items()) {
            auto without = line;
            without.erase(key);
            lines.push_back(without.dump());
        }
    }
    ASSERT_LT(lines.size(), 100U);
    EXPECT_EQ(misfits(lines), static_cast<int>(lines.size()));
}

/// Descriptions are the manual: a key without one is not documented.
void expect_described(const json& schema, const std::string& place) {
    if (schema.is_object() && schema.contains("properties")) {
        for (const auto& [key, value] : schema["properties"].items()) {
            EXPECT_TRUE(value.contains("description") && !value["description"].empty())
                << place << "/" << key;
        }
    }
    if (schema.is_structured()) {
        for (const auto& [key, value] : schema.items()) expect_described(value, place + "/" + key);
    }
}

TEST(EventsSchemaText, EveryKeyIsDescribed) {
    std::ifstream file(STALLSCOPE_SOURCE_DIR "/resources/schema/events.schema.json");
    const auto schema = json::parse(file);
    EXPECT_EQ(schema["oneOf"].size(), std::variant_size_v<Event>);
    expect_described(schema, "");
}

}  // namespace
}  // namespace stallscope::events
