// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// The ledger goes to a folder of the test's own.
class GateCommand : public ::testing::Test {
protected:
    void SetUp() override {
        ::setenv("XDG_DATA_HOME", m_folder.file("data").c_str(), 1);
        write("base.txt", "base");
        write("head.txt", "head");
    }
    void TearDown() override { ::unsetenv("XDG_DATA_HOME"); }

    void write(const std::string& name, const std::string& text) {
        std::ofstream(m_folder.file(name)) << text;
    }
    std::string read(const std::string& name) {
        std::ifstream file(m_folder.file(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }

    static nlohmann::json bench_json(const std::map<std::string, double>& seconds) {
        nlohmann::json benchmarks = nlohmann::json::array();
        for (const auto& [name, value] : seconds)
            benchmarks.push_back(
                {{"name", name}, {"stats", {{"min", value}, {"median", value}, {"mean", value}}}});
        return {{"benchmarks", benchmarks}};
    }

    /// A suite whose sides print these files.
    std::string suite(double base, double head) {
        write("base.json", bench_json({{"row", base}}).dump());
        write("head.json", bench_json({{"row", head}}).dump());
        const auto side = [](const std::string& name) {
            return nlohmann::json{{"bench", {"cp", name + ".json", "{out}"}},
                                  {"files", {name + ".txt"}}};
        };
        const nlohmann::json document = {
            {"stallscope_suite", 1},
            {"name", "cli"},
            {"format", "pytest-benchmark"},
            {"sides", {{"base", side("base")}, {"head", side("head")}}},
            {"salts", {{"count", 3}}},
            {"rounds", 1},
            {"claims", {{{"id", "no-slower"}, {"others", true}, {"worse_by_less_than", "5%"}}}}};
        write("suite.json", document.dump());
        return m_folder.file("suite.json");
    }

    /// Files of one side, one per round.
    std::vector<std::string> rounds(const std::string& prefix,
                                    const std::map<std::string, double>& seconds) {
        std::vector<std::string> files;
        for (const double factor : {1.002, 1.0, 0.998, 1.4, 0.9}) {
            auto these = seconds;
            for (auto& [name, value] : these) value *= factor;
            const std::string name = prefix + "-" + std::to_string(files.size()) + ".json";
            write(name, bench_json(these).dump());
            files.push_back(m_folder.file(name));
        }
        return files;
    }

    Called seed2(const std::map<std::string, double>& base,
                 const std::map<std::string, double>& head,
                 const std::vector<std::string>& options = {}) {
        std::vector<std::string> words{"gate", "--method", "seed2", "--base"};
        for (const auto& file : rounds("base", base)) words.push_back(file);
        words.emplace_back("--head");
        for (const auto& file : rounds("head", head)) words.push_back(file);
        words.insert(words.end(), options.begin(), options.end());
        return call_all(words);
    }

    static Called call_all(const std::vector<std::string>& words) {
        std::ostringstream out, err;
        stallscope::cli::Console console{out, err};
        Called called;
        called.code = stallscope::cli::run_command_line(words, console);
        called.out = out.str();
        called.err = err.str();
        return called;
    }

    TemporaryFolder m_folder;
};

TEST_F(GateCommand, SaysWhatItWouldExecuteAndRunsNothing) {
    const auto called = call({"gate", suite(1e-3, 1e-3), "--dry-run"});
    EXPECT_EQ(called.code, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("bench base, 12 times: cp base.json {out}\n"));
    EXPECT_THAT(called.out, HasSubstr("bench head, 6 times: cp head.json {out}\n"));
    EXPECT_THAT(called.out, HasSubstr("no-slower: every other row less than 5 % slower\n"));
    EXPECT_FALSE(fs::exists(m_folder.file("data")));
}

TEST_F(GateCommand, GreenIsZeroAndSlowerIsFour) {
    const auto green = call({"gate", suite(1e-3, 1e-3)});
    EXPECT_EQ(green.code, 0) << green.err;
    EXPECT_THAT(green.out, HasSubstr("### Gate cli: green — 1 of 1 claims met"));
    EXPECT_THAT(green.err, HasSubstr("This gate executes, of your own:"));
    EXPECT_THAT(green.err, HasSubstr("18 of 18: "));
    const auto slower = call({"gate", suite(1e-3, 1.073e-3), "--quiet"});
    EXPECT_EQ(slower.code, 4);
    EXPECT_THAT(slower.out, HasSubstr("+7.3 %"));
    EXPECT_THAT(slower.err,
                AllOf(HasSubstr("claim no-slower is not met at row"), Not(HasSubstr("18 of 18"))));
}

TEST_F(GateCommand, WritesEveryForm) {
    const auto called = call(
        {"gate", suite(1e-3, 1e-3), "--quiet", "--rounds", "2", "--out", m_folder.file("out")});
    EXPECT_EQ(called.code, 0) << called.err;
    for (const char* name : {"gate.md", "gate.html", "gate.json", "gate.csv", "gate.xml"})
        EXPECT_NE(read(std::string("out/") + name), "") << name;
    EXPECT_EQ(called.out, read("out/gate.md"));
    EXPECT_EQ(nlohmann::json::parse(read("out/gate.json"))["rounds"], 2);
    const auto json = call({"gate", suite(1e-3, 1e-3), "--quiet", "--format", "json"});
    EXPECT_EQ(nlohmann::json::parse(json.out)["outcome"], "green");
}

TEST_F(GateCommand, RefusalsHaveTheirCodes) {
    const std::string good = suite(1e-3, 1e-3);
    EXPECT_EQ(call({"gate"}).code, 1);
    EXPECT_EQ(call({"gate", good, "--format", "pdf"}).code, 1);
    EXPECT_EQ(call({"gate", good, "--format", "md,json"}).code, 1);
    EXPECT_EQ(call({"gate", good, "--rounds", "0"}).code, 1);
    EXPECT_EQ(call({"gate", good, "--method", "magic"}).code, 1);
    EXPECT_EQ(call({"gate", m_folder.file("nowhere.json")}).code, 2);
    write("broken.json", R"({"stallscope_suite": 1, "clams": []})");
    const auto broken = call({"gate", m_folder.file("broken.json")});
    EXPECT_EQ(broken.code, 2);
    EXPECT_THAT(broken.err, HasSubstr("Did you mean \"claims\"?"));
    write("base.json", "garbage");
    const auto failed = call({"gate", good, "--quiet"});
    EXPECT_EQ(failed.code, 3);
    EXPECT_THAT(failed.err, HasSubstr("is not valid JSON"));
}

TEST_F(GateCommand, TheShippedExampleIsASuite) {
    const auto called =
        call({"gate", STALLSCOPE_SOURCE_DIR "/experiments/suites/gate-example.json", "--dry-run"});
    EXPECT_EQ(called.code, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("gate_bench.py headers_before {out}"));
}

TEST_F(GateCommand, Seed2GivesTheFiguresOfItsPage) {
    const std::string controls = "test__stdlib_email___full_read";
    const struct {
        const char* says;
        double base, head, control;
        int code;
        const char* delta;
        const char* floor;
        const char* verdict;
    } table[] = {
        {"the small page", 0.070e-3, 0.032e-3, 1.005, 4, "+118.8% (2.2×)", "**0.5%**",
         "**significant**"},
        {"16 × 767 KiB", 1.326e-3, 1.333e-3, 1.005, 0, "-0.5%", "**0.5%**",
         "**no significant difference**"},
        {"the row that failed", 1.073e-3, 1e-3, 1.005, 4, "+7.3%", "**0.5%**", "**significant**"},
        {"a noisy machine", 1.073e-3, 1e-3, 0.91, 6, "+7.3%", "**9.0%**", "**inconclusive**"},
    };
    for (const auto& one : table) {
        SCOPED_TRACE(one.says);
        const auto called = seed2({{"row", one.base}, {controls, 2e-3 * one.control}},
                                  {{"row", one.head}, {controls, 2e-3}});
        EXPECT_EQ(called.code, one.code) << called.err;
        EXPECT_THAT(called.out, HasSubstr(fmt::format("| {} |", one.delta)));
        EXPECT_THAT(called.out, HasSubstr(one.floor));
        EXPECT_THAT(called.out, HasSubstr(one.verdict));
        EXPECT_THAT(called.out, HasSubstr(fmt::format("{:.3f} ms | {:.3f} ms", one.head * 1e3,
                                                      one.base * 1e3)));
    }
}

TEST_F(GateCommand, Seed2TakesThresholdControlsAndItsOwnExitCodes) {
    EXPECT_EQ(seed2({{"row", 1.073e-3}}, {{"row", 1e-3}}, {"--threshold", "8%"}).code, 0);
    EXPECT_EQ(seed2({{"row", 1.073e-3}}, {{"row", 1e-3}}, {"--exit-codes", "seed2"}).code, 1);
    EXPECT_EQ(seed2({{"row", 1.073e-3}, {"pure", 1.1e-3}}, {{"row", 1e-3}, {"pure", 1e-3}},
                    {"--control", "^pure$", "--exit-codes", "seed2"})
                  .code,
              0);  // inconclusive
    const auto json = seed2({{"row", 1.073e-3}, {"shown", 2e-3}}, {{"row", 1e-3}, {"shown", 1e-3}},
                            {"--informational", "^shown", "--format", "json"});
    EXPECT_EQ(nlohmann::json::parse(json.out)["worst_row"], "row");
    const auto slower = seed2({{"row", 1e-3}}, {{"row", 1.2e-3}});
    EXPECT_EQ(slower.code, 0);
    EXPECT_THAT(slower.out, HasSubstr("Head is slower by 20.0% at row"));
    EXPECT_EQ(seed2({{"row", 1e-3}}, {{"row", 1e-3}}, {"--control", "("}).code, 1);
    EXPECT_EQ(seed2({{"row", 1e-3}}, {{"row", 1e-3}}, {"--threshold", "much"}).code, 1);
    EXPECT_EQ(seed2({{"row", 1e-3}}, {{"other", 1e-3}}).code, 3);
    EXPECT_EQ(call({"gate", "--method", "seed2"}).code, 1);
}

TEST_F(GateCommand, Seed2SpreadsSaltedFiles) {
    std::vector<std::string> words{"gate", "--method", "seed2", "--spread"};
    const auto add = [&](const std::string& name, double row, double control) {
        write(name, bench_json({{"row", row}, {"tiny", row / 1e5}, {"pure", control}}).dump());
        words.push_back(m_folder.file(name));
    };
    add("plain-1-1.json", 1e-3, 1e-3);
    add("plain-2-1.json", 1.185e-3, 1.005e-3);
    add("aligned-1-1.json", 1.1e-3, 1e-3);
    add("aligned-2-1.json", 1.111e-3, 1e-3);
    words.insert(words.end(), {"--control", "^pure"});
    const auto called = call_all(words);
    EXPECT_EQ(called.code, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("| row | 1.000 | 1.185 | +18.5% | layout-sensitive |"));
    EXPECT_THAT(called.out, HasSubstr("+18.5% | too fast to classify |"));
    EXPECT_THAT(called.out, HasSubstr("| row | 1.100 | 1.111 | +1.0% |  |"));
    EXPECT_THAT(called.out, HasSubstr("| row | +18.5% | +1.0% | +1.2% |"));
    EXPECT_THAT(called.out, HasSubstr("Floor from the controls: **0.5%**"));
    EXPECT_EQ(call({"gate", "--method", "seed2", "--spread", m_folder.file("plain-1-1.json")}).code,
              3);  // no control
    write("nameless.json", "{}");
    EXPECT_EQ(call({"gate", "--method", "seed2", "--spread", m_folder.file("nameless.json")}).code,
              1);
}

}  // namespace
