// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "cli/command.h"
#include "cli/golden.h"
#include "cli/words.h"

namespace stallscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const char* const commands[] = {"plan",   "seal",      "run",      "resume", "show",   "export",
                                "verify", "calibrate", "addendum", "gate",   "devices"};

TEST(Help, EveryCommandTeachesItself) {
    const auto top = call({"--help"});
    EXPECT_EQ(top.code, 0);
    EXPECT_EQ(top.err, "");
    expect_golden("help.txt", top.out);
    for (const std::string command : commands) {
        const auto help = call({command, "--help"});
        EXPECT_EQ(help.code, 0);
        EXPECT_THAT(help.out, StartsWith("Usage: stallscope " + command));
        EXPECT_THAT(help.out, HasSubstr("Example"));
        EXPECT_THAT(top.out, HasSubstr("\n  " + command + " "));
        expect_golden("help-" + command + ".txt", help.out);
    }
}

TEST(Help, FitsIntoEightyColumnsButForExamples) {
    for (const std::string command : commands) {
        std::istringstream lines(call({command, "--help"}).out);
        std::string line;
        bool footer = false;
        while (std::getline(lines, line)) {
            footer = footer || line.rfind("Example", 0) == 0;
            if (!footer) {
                EXPECT_LE(display_width(line), 80U) << line;
            }
        }
    }
}

TEST(Usage, WithoutACommandTheHelpComesAsAnError) {
    const auto nothing = call({});
    EXPECT_EQ(nothing.code, 1);
    EXPECT_EQ(nothing.out, "");
    EXPECT_EQ(nothing.err, call({"--help"}).out);
}

TEST(Usage, TheVersionIsOneLine) {
    const auto version = call({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_EQ(version.out, "stallscope " STALLSCOPE_VERSION "\n");
}

TEST(Usage, ErrorsAreSentencesWithAHint) {
    struct Case {
        std::vector<std::string> args;
        const char* says;
    };
    const Case cases[] = {
        {{"paln"},
         "stallscope: there is no command \"paln\". Did you mean plan? `stallscope --help` shows "
         "how it is used.\n"},
        {{"frobnicate"},
         "stallscope: there is no command \"frobnicate\". `stallscope --help` shows how it is "
         "used.\n"},
        {{"plan", "x.json", "--presett", "quick"},
         "stallscope: there is no option --presett. Did you mean --preset? `stallscope plan "
         "--help` shows how it is used.\n"},
        {{"show", "a", "b"},
         "stallscope: \"b\" is one argument too many. `stallscope show --help` shows how it is "
         "used.\n"},
        {{"plan"},
         "stallscope: EXPERIMENT is required. `stallscope plan --help` shows how it is used.\n"},
    };
    for (const auto& one : cases) {
        std::ostringstream out, err;
        Console console{out, err};
        EXPECT_EQ(run_command_line(one.args, console), 1);
        EXPECT_EQ(err.str(), one.says);
        EXPECT_EQ(out.str(), "");
    }
}

TEST(Usage, NumbersThatAreNoneAreUsageErrors) {
    for (const auto& option : {"--seconds", "--cycles"}) {
        const auto called = call({"plan", fixtures + "small.json", option, "many"});
        EXPECT_EQ(called.code, 1);
        EXPECT_THAT(called.err, HasSubstr(option));
    }
}

TEST(Usage, AnAssignmentWithoutAPlaceSetsNothing) {
    for (const std::string bad : {"windows/seconds=4", "/windows/seconds", "="}) {
        const auto called = call({"plan", fixtures + "small.json", "--set", bad});
        EXPECT_EQ(called.code, 1) << bad;
        EXPECT_THAT(called.err, HasSubstr("--set /windows/seconds=4"));
    }
}

TEST(Usage, AFolderThatIsNotThereStartsNoRun) {
    const TemporaryFolder folder;
    const auto called = call({"run", fixtures + "small.json", "--directory", folder.file("absent"),
                              "--output", folder.file("run.stallscope")});
    EXPECT_EQ(called.code, 1);
    EXPECT_THAT(called.err, HasSubstr(folder.file("absent") + ": no such folder"));
    EXPECT_FALSE(std::filesystem::exists(folder.file("run.stallscope")));
}

TEST(Usage, FilesThatAreNoRunsAreErrorsEverywhere) {
    const TemporaryFolder folder;
    for (const std::string command : {"show", "resume", "verify"}) {
        for (const std::string& file : {fixtures + "small.json", folder.file("absent")}) {
            const auto called = call({command, file});
            EXPECT_NE(called.code, 0) << command << " " << file;
            EXPECT_THAT(called.err, StartsWith("stallscope: "));
            EXPECT_EQ(called.out, "");
        }
    }
    const auto called = call({"export", fixtures + "small.json", "--to", folder.file("out")});
    EXPECT_NE(called.code, 0);
    EXPECT_THAT(called.err, StartsWith("stallscope: "));
}

}  // namespace
}  // namespace stallscope::cli
