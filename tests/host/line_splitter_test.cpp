// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "host/host_protocol.h"

namespace stallscope::protocol {
namespace {

std::vector<std::string> lines_of(LineSplitter& splitter) {
    std::vector<std::string> lines;
    for (;;) {
        auto line = splitter.next();
        if (!line || !*line) return lines;
        lines.push_back(**line);
    }
}

TEST(LineSplitter, GivesTheSameLinesHoweverTheBytesArrive) {
    const std::string bytes = "{\"event\":\"done\"}\n\nsecond\xc3\xa4\nno newline yet";
    const std::vector<std::string> expected{"{\"event\":\"done\"}", "", "second\xc3\xa4"};
    for (std::size_t first = 0; first <= bytes.size(); ++first) {
        for (std::size_t second = first; second <= bytes.size(); ++second) {
            LineSplitter splitter;
            std::vector<std::string> lines;
            for (const std::string& piece :
                 {bytes.substr(0, first), bytes.substr(first, second - first),
                  bytes.substr(second)}) {
                splitter.add(piece);
                for (const std::string& line : lines_of(splitter)) lines.push_back(line);
            }
            ASSERT_EQ(lines, expected) << first << " " << second;
        }
    }
}

TEST(LineSplitter, KeepsWhatWasAddedBeforeAnythingWasTaken) {
    LineSplitter splitter;
    for (const char c : std::string("a\nb\nc\n")) splitter.add({&c, 1});
    EXPECT_EQ(lines_of(splitter), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(LineSplitter, TakesALineOfTheGreatestLengthAndNoLongerOne) {
    LineSplitter splitter;
    splitter.add(std::string(longest_line, 'x') + "\n");
    EXPECT_EQ(lines_of(splitter).size(), 1u);
    splitter.add("short\n" + std::string(longest_line + 1, 'y') + "\nlater\n");
    EXPECT_EQ(lines_of(splitter), std::vector<std::string>{"short"});
    const auto line = splitter.next();
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().kind, ErrorKind::measurement);
}

TEST(LineSplitter, StaysWithItsErrorAndKeepsNothingMore) {
    LineSplitter splitter;
    for (int i = 0; i < 17; ++i) splitter.add(std::string(longest_line / 16, 'x'));
    EXPECT_FALSE(splitter.next());
    splitter.add("\nfine again\n");
    EXPECT_FALSE(splitter.next());
}

}  // namespace
}  // namespace stallscope::protocol
