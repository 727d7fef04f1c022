// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/stream_words.h"

namespace stallscope {
namespace {

TEST(RunFacts, DevicesAreReadFromAVisitAndFromAStoredFact) {
    const std::string inner =
        R"js({"gpu":{"device":"PoCL","emulated":true,"device_timer":"device","hidden":256,"layers":4}})js";
    for (const std::string& text : {inner, R"({"devices":)" + inner + "}"}) {
        const auto found = device_facts(text);
        ASSERT_TRUE(found.contains("gpu")) << text;
        EXPECT_EQ(found.at("gpu").device, "PoCL");
        EXPECT_TRUE(found.at("gpu").emulated);
        EXPECT_EQ(found.at("gpu").hidden, 256);
    }
}

TEST(RunFacts, WhatCannotBeReadIsLeftOut) {
    const std::string deep(200'000, '[');
    for (const std::string& text :
         {std::string(), std::string("null"), std::string("[1]"), deep, std::string("{\"gpu\":7}"),
          std::string(R"({"gpu":{"emulated":"yes"}})")}) {
        EXPECT_TRUE(device_facts(text).empty());
        EXPECT_TRUE(measured_lengths_ms(text).empty());
    }
    EXPECT_EQ(device_facts(R"({"gpu":{"device":7,"hidden":-3,"layers":1e300}})").at("gpu"),
              DeviceFacts{});
    EXPECT_EQ(shown_facts("nonsense"), "{}");
    EXPECT_EQ(json_string("\"a\""), "a");
    EXPECT_EQ(json_string("7"), "");
}

TEST(RunFacts, CountsKeepTheNameInFrontOfThem) {
    const auto found = counts_by_kind(R"({"lost":2,"gpu":{"twice":3,"x":"y"}})");
    EXPECT_THAT(found,
                testing::ElementsAre(testing::Pair("gpu: twice", 3), testing::Pair("lost", 2)));
}

TEST(RunFacts, ReferencesAreNotShown) {
    EXPECT_EQ(shown_facts(R"({"lengths_ms":{"a":1.5},"references":{"b":["00"]},"sizes":{}})"),
              R"({"lengths_ms":{"a":1.5},"sizes":{}})");
}

TEST(RequestedLength, IsTheWrittenOrTheMeasuredOneWithHalfTheSpread) {
    WaitWorkload wait;
    wait.ms = 4.0;
    wait.spread_ms = 10;
    EXPECT_DOUBLE_EQ(*requested_ms(wait, {}), 9.0);
    MeasuredLength measured;
    measured.stream = "neighbour";
    wait.ms = measured;
    wait.spread_ms = 0;
    EXPECT_FALSE(requested_ms(wait, {}).has_value());
    EXPECT_DOUBLE_EQ(*requested_ms(wait, {{"median of 100 calls of neighbour", 9.477}}), 9.477);
    EXPECT_FALSE(requested_ms(OpenClWorkload{}, {}).has_value());
}

TEST(StreamWords, SayWhatIsDeclared) {
    WaitWorkload wait;
    wait.ms = 9.477;
    EXPECT_EQ(workload_words(wait), "wait 9.477 ms");
    OpenClWorkload forward;
    forward.target_ms = 9.5;
    forward.unit = 1;
    EXPECT_EQ(workload_words(forward), "opencl S128 9.5 ms unit 1");
    EXPECT_EQ(load_words(ClosedLoad{2, 3}), "closed, 2 clients, think 3 ms");
    EXPECT_EQ(load_words(LoopLoad{1}), "loop, 1 thread");
}

TEST(StreamWords, AnEmulatedDeviceIsNamedByWhatItStandsFor) {
    DeviceFacts facts;
    facts.device = "PoCL CPU core (emulated)";
    EXPECT_EQ(device_words("gpu", facts), facts.device);
    facts.emulated = true;
    EXPECT_EQ(device_words("gpu", facts), "gpu → PoCL CPU core (emulated)");
    facts.device = "some CPU";
    EXPECT_EQ(device_words("gpu", facts), "gpu → some CPU (emulated)");
}

}  // namespace
}  // namespace stallscope
