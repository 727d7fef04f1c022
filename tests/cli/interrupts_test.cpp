// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupts.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace stallscope::cli {
namespace {

TEST(Interrupts, TheFirstSignalCancels) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        Control control;
        const Interrupts interrupts(control);
        ::raise(number);
        EXPECT_TRUE(control.cancel) << number;
    }
}

TEST(Interrupts, AClosedPipeKillsNobodyAndCancelsNothing) {
    Control control;
    const Interrupts interrupts(control);
    ::raise(SIGPIPE);
    EXPECT_FALSE(control.cancel);
}

TEST(InterruptsDeathTest, TheSecondSignalEndsAtOnceWith130) {
    EXPECT_EXIT(
        {
            Control control;
            const Interrupts interrupts(control);
            ::raise(SIGINT);
            ::raise(SIGTERM);
        },
        ::testing::ExitedWithCode(130), "stopped at once");
}

TEST(InterruptsDeathTest, ASignalAfterACancelByOthersIsTheFirstOne) {
    EXPECT_EXIT(
        {
            Control control;
            control.cancel = true;
            const Interrupts interrupts(control);
            ::raise(SIGTERM);
            ::_exit(9);
        },
        ::testing::ExitedWithCode(9), "cancelling");
}

TEST(Interrupts, WhatWasThereBeforeIsPutBack) {
    struct sigaction before {};
    struct sigaction after {};
    ::sigaction(SIGTERM, nullptr, &before);
    {
        Control control;
        const Interrupts interrupts(control);
    }
    ::sigaction(SIGTERM, nullptr, &after);
    EXPECT_EQ(before.sa_handler, after.sa_handler);
}

}  // namespace
}  // namespace stallscope::cli
