// SPDX-License-Identifier: Apache-2.0
#include "cli/words.h"

#include <gtest/gtest.h>

#include <limits>

namespace stallscope::cli {
namespace {

TEST(Words, DurationsReadAsAPersonSaysThem) {
    const std::pair<double, const char*> cases[] = {
        {0, "less than a second"},
        {0.9, "less than a second"},
        {0.96, "1 s"},
        {1, "1 s"},
        {42.4, "42 s"},
        {59.6, "1 min"},
        {60, "1 min"},
        {70, "1 min 10 s"},
        {3599, "59 min 59 s"},
        {3600, "1 h"},
        {7500, "2 h 5 min"},
        {86400, "24 h"},
        {-1, "an unknown time"},
        {1e300, "an unknown time"},
    };
    for (const auto& [seconds, words] : cases) EXPECT_EQ(duration_in_words(seconds), words);
    EXPECT_EQ(duration_in_words(std::numeric_limits<double>::quiet_NaN()), "an unknown time");
}

TEST(Words, TimeLeftDoesNotFlicker) {
    EXPECT_EQ(time_left_in_words(42), "42 s");
    EXPECT_EQ(time_left_in_words(91), "1 min 35 s");
    EXPECT_EQ(time_left_in_words(94.9), "1 min 35 s");
    EXPECT_EQ(time_left_in_words(120), "2 min");
}

TEST(Words, NumbersHaveTheDigitsAReaderNeeds) {
    EXPECT_EQ(short_number(0.0423), "0.042");
    EXPECT_EQ(short_number(1.254), "1.25");
    EXPECT_EQ(short_number(12.54), "12.5");
    EXPECT_EQ(short_number(1300.4), "1300");
    EXPECT_EQ(short_number(-0.5), "-0.500");
}

TEST(Words, ListsEndWithAnd) {
    EXPECT_EQ(listed({}), "");
    EXPECT_EQ(listed({"a"}), "a");
    EXPECT_EQ(listed({"a", "b"}), "a and b");
    EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
    EXPECT_EQ(counted(1, "visit"), "1 visit");
    EXPECT_EQ(counted(0, "visit"), "0 visits");
}

TEST(Words, ATerminalCannotBeCommandedByForeignText) {
    EXPECT_EQ(printable("a\x1b[2Jb\nc\td\x7f"), "a [2Jb c d ");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m"),
              " 31m");  // the eight-bit form of ESC [
    EXPECT_EQ(printable("caf\xc3\xa9 \xff\xc3"), "caf\xc3\xa9 ??");
    EXPECT_EQ(printable("\xed\xa0\x80"), "???");  // a surrogate
}

TEST(Words, WidthIsWhatATerminalShows) {
    EXPECT_EQ(display_width("abc"), 3U);
    EXPECT_EQ(display_width("é→…"), 3U);
    EXPECT_EQ(display_width("漢字"), 4U);
    EXPECT_EQ(display_width("e\xcc\x81"), 1U);  // combining accent
    EXPECT_EQ(padded("é", 3), "é  ");
}

TEST(Words, WhatIsCutSaysSo) {
    EXPECT_EQ(clipped("abcdef", 6), "abcdef");
    EXPECT_EQ(clipped("abcdef", 4), "abc…");
    EXPECT_EQ(clipped("abcdef", 4, false), "abc.");
    EXPECT_EQ(clipped("漢字漢字", 4), "漢…");
    EXPECT_EQ(clipped("abc", 0), "");
}

TEST(Words, LinesBreakAtSpacesAndKeepTheIndent) {
    EXPECT_EQ(wrapped("one two three", 9), "one two\nthree");
    EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");
    EXPECT_EQ(wrapped("one two three", 8, 2), "one\n  two\n  three");
    EXPECT_EQ(wrapped("unbreakable x", 4), "unbreakable\nx");
    EXPECT_EQ(wrapped("", 4), "");
}

TEST(Words, SentencesEndOnce) {
    EXPECT_EQ(with_full_stop("done"), "done.");
    EXPECT_EQ(with_full_stop("done."), "done.");
    EXPECT_EQ(with_full_stop("really?"), "really?");
    EXPECT_EQ(with_full_stop(""), "");
    EXPECT_EQ(capitalised("write 1"), "Write 1");
    EXPECT_EQ(capitalised("libcuda.so.1 is missing"), "libcuda.so.1 is missing");
    EXPECT_EQ(capitalised(""), "");
}

}  // namespace
}  // namespace stallscope::cli
