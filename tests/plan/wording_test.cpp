// SPDX-License-Identifier: Apache-2.0
#include "plan/wording.h"

#include <gtest/gtest.h>

#include "plan/draw.h"
#include "plan/json_pointer.h"

namespace stallscope {
namespace {

const std::vector<std::string> words{"cycles", "order", "seed", "windows", "conditions"};

TEST(NearestWord, FindsWhatWasMeant) {
    EXPECT_EQ(nearest_word("cylces", words), "cycles");  // neighbours swapped
    EXPECT_EQ(nearest_word("cycle", words), "cycles");   // one left out
    EXPECT_EQ(nearest_word("windowss", words), "windows");
    EXPECT_EQ(nearest_word("odrer", words), "order");
    EXPECT_EQ(nearest_word("condition", words), "conditions");
}

TEST(NearestWord, DoesNotGuessWildly) {
    EXPECT_EQ(nearest_word("colour", words), "");
    EXPECT_EQ(nearest_word("x", words), "");
    EXPECT_EQ(nearest_word("", words), "");
    EXPECT_EQ(nearest_word(std::string(100'000, 'c'), words), "");
}

TEST(Printable, EscapesControlsAndCutsBetweenCharacters) {
    EXPECT_EQ(printable("a\x1b[0m\n"), "a\\u001b[0m\\u000a");
    EXPECT_EQ(printable("a\xc2\x85"
                        "b"),
              "a\\u0085b");
    EXPECT_EQ(printable("ääää", 3), "ää…");
    EXPECT_EQ(printable("ä", 2), "ä");
}

TEST(NumberText, GroupsThousands) {
    EXPECT_EQ(number_text(86400), "86,400");
    EXPECT_EQ(number_text(-1234567), "-1,234,567");
    EXPECT_EQ(number_text(999), "999");
    EXPECT_EQ(number_text(0.05), "0.05");
    EXPECT_EQ(number_text(1e300), "1e+300");
}

TEST(JsonPointers, EscapeAndUnescape) {
    EXPECT_EQ(pointer_to("/a", "b/c~d"), "/a/b~1c~0d");
    EXPECT_EQ(steps_of("/a/b~1c~0d/0"), (std::vector<std::string>{"a", "b/c~d", "0"}));
    EXPECT_EQ(steps_of(""), std::vector<std::string>{});
    EXPECT_EQ(steps_of("/"), std::vector<std::string>{""});
    EXPECT_FALSE(steps_of("a"));
    EXPECT_FALSE(steps_of("/a~"));
    EXPECT_FALSE(index_of("01"));
    EXPECT_FALSE(index_of("-1"));
    EXPECT_FALSE(index_of("99999999999999999999999"));
    EXPECT_EQ(index_of("0"), 0u);
}

// The published first outputs of SplitMix64 for the seed 1234567.
TEST(Draw, IsTheSameEverywhere) {
    Draw draw(1234567);
    EXPECT_EQ(draw.next(), 6457827717110365317u);
    EXPECT_EQ(draw.next(), 3203168211198807973u);
    EXPECT_EQ(draw.next(), 9817491932198370423u);
}

TEST(Draw, StaysBelowItsBound) {
    Draw draw(3);
    std::vector<int> counts(3);
    for (int i = 0; i < 3000; ++i) ++counts.at(static_cast<std::size_t>(draw.below(3)));
    for (const int count : counts) EXPECT_NEAR(count, 1000, 120);
    EXPECT_EQ(draw.below(1), 0u);
}

}  // namespace
}  // namespace stallscope
