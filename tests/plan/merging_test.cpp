// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "documents.h"

namespace stallscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Experiment parsed(const nlohmann::json& document, const Options& options = {}) {
    auto experiment = parse_experiment(document.dump(), options);
    EXPECT_TRUE(experiment) << (experiment ? "" : to_text(experiment.error()));
    return experiment ? std::move(*experiment) : Experiment{};
}

/// Without what refers to cells that a test changes.
nlohmann::json bare_document() {
    nlohmann::json document = test::rich_document();
    document.erase("criteria");
    document.erase("presets");
    return document;
}

TEST(Parsing, ReadsWhatIsWritten) {
    const Experiment experiment = parsed(test::rich_document());
    EXPECT_EQ(experiment.name, "rich");
    EXPECT_EQ(experiment.cycles, 5);
    EXPECT_EQ(experiment.order, Order::mirrored);
    EXPECT_EQ(experiment.host.env.at("OMP_NUM_THREADS"), "1");
    EXPECT_THAT(experiment.host.cpus, ElementsAre(0, 1));
    EXPECT_DOUBLE_EQ(experiment.windows.lead, 0.3);
    EXPECT_EQ(experiment.windows.parts, 10);
    const Stream& gpu = experiment.streams.at("gpu");
    EXPECT_EQ(gpu.placement, Placement::process);
    EXPECT_EQ(gpu.binding, Binding::cdll);
    EXPECT_EQ(std::get<ClosedLoad>(gpu.load), (ClosedLoad{2, 0.5}));
    EXPECT_EQ(std::get<OpenClWorkload>(gpu.workload).target_ms, 12);
    const Stream& burn = experiment.streams.at("burn");
    EXPECT_EQ(std::get<SpinWorkload>(burn.workload).ms,
              Length(MeasuredLength{"neighbour", 50, "p95"}));
    const auto& mine = std::get<PythonWorkload>(experiment.streams.at("mine").workload);
    EXPECT_EQ(mine.call, "mine:call");
    EXPECT_THAT(mine.path, ElementsAre("."));
    EXPECT_EQ(experiment.streams.at("mine").binding, Binding::callable);
    EXPECT_THAT(experiment.checks, ElementsAre("clock", "stamps", "bit-identity", "wake-lateness"));
}

TEST(Parsing, FillsInDefaults) {
    const Experiment experiment = parsed(nlohmann::json::parse(R"({
        "stallscope": 1, "name": "small",
        "streams": {"a": {"workload": {"kind": "wait", "ms": 2}}},
        "cells": [{"id": "A"}], "conditions": [{"id": "one", "streams": ["a"]}]})"));
    EXPECT_EQ(experiment.host, Host{});
    EXPECT_EQ(experiment.streams.at("a"), (Stream{WaitWorkload{2.0}, Placement::thread,
                                                  Binding::pydll, ClosedLoad{}, Inputs{}, true}));
    EXPECT_EQ(experiment.windows.seconds, 20);
    EXPECT_EQ(experiment.cycles, 5);
    EXPECT_EQ(experiment.seed, 1u);
    EXPECT_THAT(experiment.checks, ElementsAre("clock", "stamps", "bit-identity"));
}

TEST(Parsing, PercentagesAreFractionsAndFormsAreKept) {
    const Experiment experiment = parsed(test::rich_document());
    EXPECT_EQ(experiment.criteria.at(0).form, Form::at_most_ms);
    EXPECT_DOUBLE_EQ(experiment.criteria.at(0).bound, 0.5);
    EXPECT_EQ(experiment.criteria.at(1).form, Form::worse_by_less_than);
    EXPECT_DOUBLE_EQ(experiment.criteria.at(1).bound, 0.05);
    EXPECT_EQ(experiment.criteria.at(1).against, "A");
    EXPECT_EQ(experiment.criteria.at(5).form, Form::better_by_at_least);
    EXPECT_DOUBLE_EQ(experiment.criteria.at(5).bound, 0.025);
    EXPECT_EQ(experiment.criteria.at(6).stream, "");
    EXPECT_EQ(experiment.criteria.at(6).statistic, "");
}

TEST(Merging, OverridesKeyByKey) {
    const Experiment experiment = parsed(test::rich_document());
    const Cell& cell = *experiment.find_cell("B");
    EXPECT_EQ(cell.streams.at("gpu").placement, Placement::thread);
    EXPECT_EQ(cell.streams.at("gpu").binding, Binding::cdll);  // inherited
    EXPECT_EQ(std::get<ClosedLoad>(cell.streams.at("gpu").load).clients, 2);
    EXPECT_DOUBLE_EQ(cell.host.switch_interval_ms, 1);
}

TEST(Merging, ShorthandsBelongToTheHost) {
    const Experiment experiment = parsed(test::rich_document());
    const Cell& cell = *experiment.find_cell("B");
    EXPECT_EQ(cell.host.python, "python3.11");
    EXPECT_EQ(cell.host.cwd, "/tmp");
    EXPECT_EQ(cell.host.nice, 5);
    EXPECT_THAT(cell.host.cpus, ElementsAre(0));
    EXPECT_EQ(cell.host.env,
              (std::map<std::string, std::string>{{"OMP_NUM_THREADS", "1"}, {"X", "1"}}));
}

TEST(Merging, AnotherKindReplacesTheObjectWhole) {
    const Experiment experiment = parsed(test::rich_document());
    const Cell& cell = *experiment.find_cell("D");
    const auto& spin = std::get<SpinWorkload>(cell.streams.at("neighbour").workload);
    EXPECT_EQ(spin.ms, Length(4.0));
    EXPECT_EQ(spin.spread_ms, 0);  // the wait's spread of 1 ms is gone with the wait
    EXPECT_EQ(cell.streams.at("neighbour").load, Load(LoopLoad{1}));
}

TEST(Merging, TheSameKindIsMerged) {
    nlohmann::json document = bare_document();
    document["cells"][4]["streams"]["neighbour"]["workload"] = {{"kind", "wait"}, {"ms", 4}};
    const Experiment experiment = parsed(document);
    const Cell& cell = *experiment.find_cell("D");
    const auto& wait = std::get<WaitWorkload>(cell.streams.at("neighbour").workload);
    EXPECT_EQ(wait.ms, Length(4.0));
    EXPECT_EQ(wait.spread_ms, 1);
}

TEST(Merging, NullSwitchesAStreamOff) {
    const Experiment experiment = parsed(test::rich_document());
    const Cell& cell = *experiment.find_cell("C");
    EXPECT_FALSE(cell.streams.contains("neighbour"));
    EXPECT_TRUE(experiment.streams.contains("neighbour"));
    EXPECT_THAT(experiment.running(cell, *experiment.find_condition("both")), ElementsAre("gpu"));
    EXPECT_THAT(experiment.running(*experiment.find_cell("A"), *experiment.find_condition("both")),
                ElementsAre("gpu", "neighbour"));
}

TEST(Merging, ConditionsOfACellStandInTheExperimentsOrder) {
    nlohmann::json document = bare_document();
    document["cells"][3]["conditions"] = {"both", "alone"};
    const Experiment experiment = parsed(document);
    EXPECT_THAT(experiment.find_cell("C")->conditions, ElementsAre("alone", "both"));
    EXPECT_THAT(experiment.find_cell("A")->conditions, ElementsAre("alone", "both", "mine"));
}

TEST(Merging, ADuplicateTakesTheOverridesAndTheConditions) {
    nlohmann::json document = bare_document();
    document["cells"].push_back({{"id", "C2"}, {"duplicate_of", "C"}});
    document["cells"].push_back(
        {{"id", "B2"}, {"duplicate_of", "B"}, {"nice", 7}, {"env", {{"Y", "2"}}}});
    const Experiment experiment = parsed(document);
    EXPECT_FALSE(experiment.find_cell("C2")->streams.contains("neighbour"));
    EXPECT_THAT(experiment.find_cell("C2")->conditions, ElementsAre("alone", "both"));
    const Cell& duplicate = *experiment.find_cell("B2");
    EXPECT_EQ(duplicate.streams, experiment.find_cell("B")->streams);
    EXPECT_EQ(duplicate.host.nice, 7);
    EXPECT_EQ(duplicate.host.python, "python3.11");
    EXPECT_EQ(duplicate.host.env.size(), 3u);
}

TEST(Merging, ADuplicateMayStandBeforeItsOriginal) {
    nlohmann::json document = bare_document();
    nlohmann::json& cells = document["cells"];
    cells.insert(cells.begin(), nlohmann::json{{"id", "B0"}, {"duplicate_of", "B"}});
    const Experiment experiment = parsed(document);
    EXPECT_EQ(experiment.cells.front().host, experiment.find_cell("B")->host);
}

TEST(Merging, AStreamThatWasSwitchedOffMustBeWrittenWholeToComeBack) {
    nlohmann::json document = bare_document();
    document["cells"].push_back({{"id", "C2"},
                                 {"duplicate_of", "C"},
                                 {"streams", {{"neighbour", {{"placement", "thread"}}}}}});
    const auto faults = test::faults_in(document);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_THAT(faults[0], HasSubstr("/cells/5/streams/neighbour: a stream needs the key"));
    document["cells"][5]["streams"]["neighbour"] = {{"workload", {{"kind", "wait"}, {"ms", 3}}}};
    const Experiment experiment = parsed(document);
    EXPECT_EQ(
        std::get<WaitWorkload>(experiment.find_cell("C2")->streams.at("neighbour").workload).ms,
        Length(3.0));
}

TEST(Merging, ACircleOfThreeIsNamedOnce) {
    nlohmann::json document = bare_document();
    document["cells"] = {{{"id", "A"}, {"duplicate_of", "B"}},
                         {{"id", "B"}, {"duplicate_of", "C"}},
                         {{"id", "C"}, {"duplicate_of", "A"}},
                         {{"id", "D"}, {"duplicate_of", "A"}}};
    const auto faults = test::faults_in(document);
    ASSERT_EQ(faults.size(), 1u) << ::testing::PrintToString(faults);
    EXPECT_THAT(faults[0], HasSubstr("/cells/2/duplicate_of: the duplicates go round"));
}

}  // namespace
}  // namespace stallscope
