// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "documents.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Result<Experiment> with(const Options& options) {
    return parse_experiment(test::rich_document().dump(), options);
}

Result<Experiment> with_set(std::string pointer, std::string value) {
    Options options;
    options.set.emplace_back(std::move(pointer), std::move(value));
    return with(options);
}

std::string fault_of(const Result<Experiment>& experiment) {
    return experiment ? std::string("no fault") : to_text(experiment.error());
}

TEST(Options, APresetIsMergedOntoTheExperiment) {
    Options options;
    options.preset = "quick";
    const auto experiment = with(options);
    ASSERT_TRUE(experiment) << fault_of(experiment);
    EXPECT_EQ(experiment->windows.seconds, 4);
    EXPECT_EQ(experiment->windows.parts, 5);
    EXPECT_EQ(experiment->windows.settle, 2);  // the preset does not name it
    EXPECT_EQ(experiment->cycles, 3);
}

TEST(Options, APresetReachesIntoStreamsAndTheirCells) {
    Options options;
    options.preset = "other";
    const auto experiment = with(options);
    ASSERT_TRUE(experiment) << fault_of(experiment);
    EXPECT_EQ(experiment->order, Order::blocked);
    for (const Cell& cell : experiment->cells)
        EXPECT_EQ(std::get<OpenClWorkload>(cell.streams.at("gpu").workload).target_ms, 5);
}

TEST(Options, FullIsAsWritten) {
    Options options;
    options.preset = "full";
    const auto experiment = with(options);
    ASSERT_TRUE(experiment);
    EXPECT_EQ(experiment->canonical, with({})->canonical);
    EXPECT_EQ(experiment->cycles, 5);
}

TEST(Options, AFileMayNameAPresetFull) {
    nlohmann::json document = test::rich_document();
    document["presets"]["full"] = {{"cycles", 9}};
    Options options;
    options.preset = "full";
    EXPECT_EQ(parse_experiment(document.dump(), options)->cycles, 9);
    EXPECT_EQ(parse_experiment(document.dump())->cycles, 5);
}

TEST(Options, AnUnknownPresetListsThoseThereAre) {
    Options options;
    options.preset = "qick";
    EXPECT_EQ(fault_of(with(options)),
              "/presets: there is no preset \"qick\". It has \"full\", \"other\" and \"quick\".");
}

TEST(Options, AreAppliedInTheirOrder) {
    Options options;
    options.preset = "quick";
    options.seconds = 6;
    options.cycles = 2;
    options.python = "pypy3";
    options.set = {{"/cycles", "4"}, {"/host/python", "python3.12"}};
    const auto experiment = with(options);
    ASSERT_TRUE(experiment) << fault_of(experiment);
    EXPECT_EQ(experiment->windows.seconds, 6);
    EXPECT_EQ(experiment->cycles, 4);
    EXPECT_EQ(experiment->host.python, "python3.12");
    EXPECT_EQ(experiment->find_cell("A")->host.python, "python3.12");
    EXPECT_EQ(experiment->find_cell("B")->host.python, "python3.11");  // it names its own
}

TEST(Options, UntilDecidedIsSealedAsLooksWithoutAnEnd) {
    Options options;
    options.set = {{"/looks", "final"}};
    options.until_decided = true;
    const auto experiment = with(options);
    ASSERT_TRUE(experiment) << fault_of(experiment);
    EXPECT_EQ(experiment->looks, Looks::anytime);
    EXPECT_THAT(experiment->canonical, HasSubstr(R"("looks":"anytime")"));
    EXPECT_EQ(with({})->looks, Looks::obf);
}

TEST(Options, MakeTheObjectsTheyNeed) {
    nlohmann::json document = test::rich_document();
    document.erase("windows");
    document.erase("host");
    Options options;
    options.seconds = 3;
    options.python = "python3.9";
    const auto experiment = parse_experiment(document.dump(), options);
    ASSERT_TRUE(experiment) << fault_of(experiment);
    EXPECT_EQ(experiment->windows.seconds, 3);
    EXPECT_EQ(experiment->host.python, "python3.9");
}

TEST(Options, AreValidated) {
    Options options;
    options.seconds = 0;
    EXPECT_THAT(fault_of(with(options)), HasSubstr("/windows/seconds: a number from 0.05"));
    options = {};
    options.cycles = -1;
    EXPECT_THAT(fault_of(with(options)), HasSubstr("/cycles: a whole number from 1"));
    options = {};
    options.seconds = std::numeric_limits<double>::infinity();
    EXPECT_THAT(fault_of(with(options)), HasSubstr("/windows/seconds: "));
    options.seconds = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(fault_of(with(options)), HasSubstr("/windows/seconds: "));
}

TEST(Options, SetTakesJsonOrBareText) {
    EXPECT_EQ(with_set("/order", "blocked")->order, Order::blocked);
    EXPECT_EQ(with_set("/order", "\"blocked\"")->order, Order::blocked);
    EXPECT_EQ(with_set("/windows/seconds", "2.5")->windows.seconds, 2.5);
    EXPECT_FALSE(with_set("/streams/mine/measured", "true")->streams.empty());
    EXPECT_FALSE(with_set("/cells/0/streams", R"({"neighbour": null})")
                     ->find_cell("A")
                     ->streams.contains("neighbour"));
}

TEST(Options, SetReachesIntoListsAndMakesTheLastStep) {
    EXPECT_EQ(with_set("/cells/0/says", "hello")->cells[0].says, "hello");
    EXPECT_EQ(with_set("/cells/-", R"({"id": "new"})")->cells.back().id, "new");
    EXPECT_EQ(with_set("/cells/4/nice", "3")->find_cell("D")->host.nice, 3);
}

TEST(Options, SetDoesNotGuessPlaces) {
    EXPECT_THAT(fault_of(with_set("/window/seconds", "3")),
                HasSubstr("/window/seconds: there is nothing at \"/window\""));
    EXPECT_THAT(fault_of(with_set("/cells/9/says", "x")), HasSubstr("/cells/9/says: there is no"));
    EXPECT_THAT(fault_of(with_set("/cells/7", "{}")), HasSubstr("has 5 elements and no place"));
    EXPECT_THAT(fault_of(with_set("/name/x", "3")), HasSubstr("has no members"));
    EXPECT_THAT(fault_of(with_set("cycles", "3")), HasSubstr("is not a JSON pointer"));
    EXPECT_THAT(fault_of(with_set("", "{}")), HasSubstr("is not a JSON pointer"));
    EXPECT_THAT(fault_of(with_set("/a~2", "3")), HasSubstr("is not a JSON pointer"));
    EXPECT_THAT(fault_of(with_set("/presets/quick/cycles", "3")),
                HasSubstr("presets are applied before"));
}

TEST(Options, WhatIsSetIsValidated) {
    EXPECT_THAT(fault_of(with_set("/cylces", "3")), HasSubstr("Did you mean \"cycles\"?"));
    EXPECT_THAT(fault_of(with_set("/cycles", "many")), HasSubstr("not the text \"many\""));
    EXPECT_THAT(fault_of(with_set("/cycles", "null")), HasSubstr("null only switches"));
    EXPECT_THAT(fault_of(with_set("/cycles", std::string(100'000, '['))), HasSubstr("/cycles: "));
    EXPECT_THAT(fault_of(with_set("/name", "\xff")), HasSubstr("not UTF-8"));
    EXPECT_THAT(fault_of(with_set("/question", std::string("a\0b", 3))), HasSubstr("NUL"));
}

TEST(Options, PresetsAreNoPartOfTheCanonicalDocument) {
    EXPECT_THAT(with({})->canonical, Not(HasSubstr("presets")));
}

TEST(Options, PresetsAreJudgedEvenWhenTheyAreNotTaken) {
    nlohmann::json document = test::rich_document();
    document["presets"]["quick"]["cycles"] = 0;
    EXPECT_THAT(fault_of(parse_experiment(document.dump())),
                HasSubstr("/presets/quick/cycles: a whole number"));
}

}  // namespace
}  // namespace stallscope
