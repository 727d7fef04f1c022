// SPDX-License-Identifier: Apache-2.0
#include "cli/error_text.h"

#include <gtest/gtest.h>

#include "plan/exit_code.h"

namespace stallscope::cli {
namespace {

TEST(ErrorText, AFaultIsFilePlaceSentenceAndHint) {
    const Error error{ErrorKind::experiment, "cycles is 0", "/cycles", "write 1 to 1000", {}};
    EXPECT_EQ(fault_lines("mine.json", error),
              "mine.json: /cycles: cycles is 0. Write 1 to 1000.\n");
}

TEST(ErrorText, EveryFaultGetsALine) {
    Error error{ErrorKind::experiment, "a", "/a", "", {}};
    Error second{ErrorKind::experiment, "b", "/b", "", {}};
    second.also.push_back({ErrorKind::experiment, "c", "/c", "", {}});
    error.also.push_back(second);
    EXPECT_EQ(fault_lines("x", error), "x: /a: a.\nx: /b: b.\nx: /c: c.\n");
    EXPECT_EQ(flattened(error).size(), 3U);
}

TEST(ErrorText, AFileIsNotNamedTwice) {
    const Error error{ErrorKind::experiment, "there is no such file", "x.json", "", {}};
    EXPECT_EQ(fault_lines("x.json", error), "x.json: there is no such file.\n");
}

TEST(ErrorText, OtherErrorsBeginWithTheProgram) {
    EXPECT_EQ(error_lines({ErrorKind::measurement, "the disk is full", "", "free some", {}}),
              "stallscope: the disk is full. Free some.\n");
}

TEST(ErrorText, WhatAHostPrintedCannotCommandTheTerminal) {
    EXPECT_EQ(error_lines({ErrorKind::measurement, "it said \"\x1b[31m\n\"", "", "", {}}),
              "stallscope: it said \" [31m \".\n");
}

TEST(ExitCodes, EveryKindOfErrorHasItsCode) {
    EXPECT_EQ(exit_code_of(ErrorKind::usage), 1);
    EXPECT_EQ(exit_code_of(ErrorKind::experiment), 2);
    EXPECT_EQ(exit_code_of(ErrorKind::measurement), 3);
    EXPECT_EQ(exit_code_of(ErrorKind::environment), 5);
    EXPECT_EQ(exit_code_of(ErrorKind::stale), 7);
    EXPECT_EQ(exit_code_of(ErrorKind::cancelled), 130);
}

}  // namespace
}  // namespace stallscope::cli
