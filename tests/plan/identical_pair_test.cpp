// SPDX-License-Identifier: Apache-2.0
#include "plan/identical_pair.h"

#include <gtest/gtest.h>

namespace stallscope {
namespace {

constexpr const char* text = R"({"stallscope": 1, "name": "three", "kind": "requests",
  "host": {"kind": "python"},
  "streams": {
    "gpu": {"workload": {"kind": "wait", "ms": 2}, "placement": "process", "binding": "cdll",
            "load": {"kind": "closed"}},
    "ane": {"workload": {"kind": "wait", "ms": 1}, "placement": "thread", "binding": "pydll",
            "load": {"kind": "closed"}}},
  "cells": [{"id": "A"}, {"id": "B", "streams": {"ane": {"placement": "process"}}},
            {"id": "C", "streams": {"ane": {"binding": "cdll"}}}],
  "conditions": [{"id": "alone", "streams": ["ane"]}, {"id": "both", "streams": ["gpu", "ane"]}],
  "windows": {"seconds": 3}, "cycles": 4, "presets": {"quick": {"cycles": 3}},
  "criteria": [
    {"id": "rate", "metric": "throughput", "statistic": "total", "stream": "ane", "cell": "C",
     "against": "A", "conditions": ["alone", "both"], "worse_by_less_than": "5%"},
    {"id": "wait", "metric": "lock_wait", "statistic": "mean", "stream": "ane", "cell": "B",
     "condition": "both", "at_most_ms": 1},
    {"id": "again", "metric": "throughput", "statistic": "total", "stream": "ane", "cell": "B",
     "against": "A", "condition": "both", "worse_by_less_than": "9%"},
    {"id": "gap", "metric": "return", "statistic": "mean", "stream": "gpu", "cell": "C",
     "condition": "both", "gap_closed": {"from": "A", "to": "B", "at_least": "90%"}}]})";

Experiment parsed() {
    auto experiment = parse_experiment(text);
    EXPECT_TRUE(experiment) << experiment.error().where << experiment.error().says;
    return experiment ? *experiment : Experiment{};
}

TEST(IdenticalPair, MeasuresTheCellThatOthersAreComparedWith) {
    const Experiment experiment = parsed();
    const auto pair = identical_pair(experiment, "", 12);
    ASSERT_TRUE(pair) << pair.error().says;
    ASSERT_EQ(pair->cells.size(), 2U);
    EXPECT_EQ(pair->cells[0].id, "A");
    EXPECT_EQ(pair->cells[1].id, "A-again");
    EXPECT_EQ(pair->cells[1].duplicate_of, "A");
    EXPECT_EQ(pair->cells[0].streams, experiment.cells[0].streams);
    EXPECT_EQ(pair->cells[1].streams, pair->cells[0].streams);
    EXPECT_EQ(pair->cells[1].host, pair->cells[0].host);
    EXPECT_EQ(pair->cycles, 12);
    EXPECT_EQ(pair->windows.seconds, 3);
    EXPECT_EQ(pair->looks, Looks::final);
}

TEST(IdenticalPair, OfABatchExperimentIsOne) {
    const auto experiment = parse_experiment(
        R"({"stallscope":1,"name":"b","kind":"batch","batch":{"threads":1,"distinct":3},
            "cells":[{"id":"A","batch":{"mails":{"messages":4,"bytes":900}}},
                     {"id":"B","batch":{"threads":2,"cap":"count"}}],
            "criteria":[{"id":"c","cell":"B","against":"A","statistic":"p50",
                         "worse_by_less_than":"5%"}]})");
    ASSERT_TRUE(experiment) << to_text(experiment.error());
    const auto pair = identical_pair(*experiment, "", 12);
    ASSERT_TRUE(pair) << to_text(pair.error());
    EXPECT_EQ(pair->kind, ExperimentKind::batch);
    ASSERT_EQ(pair->cells.size(), 2U);
    EXPECT_EQ(pair->cells[0].streams, experiment->cells[0].streams);
    EXPECT_EQ(pair->cells[1].streams, pair->cells[0].streams);
    ASSERT_EQ(pair->criteria.size(), 1U);
    EXPECT_EQ(pair->criteria[0].metric, "e2e");
    EXPECT_EQ(pair->criteria[0].statistic, "p50");
    EXPECT_EQ(identical_pair(*experiment, "B", 12)->cells[0].id, "B");
}

TEST(IdenticalPair, JudgesEachFigureOfAComparisonOnce) {
    const auto pair = identical_pair(parsed(), "", 12);
    ASSERT_TRUE(pair);
    ASSERT_EQ(pair->criteria.size(), 3U) << "throughput alone and both, return both";
    EXPECT_EQ(pair->criteria[0].conditions, std::vector<std::string>{"alone"});
    EXPECT_EQ(pair->criteria[2].metric, "return");
    for (const Criterion& criterion : pair->criteria) {
        EXPECT_EQ(criterion.cell, "A-again");
        EXPECT_EQ(criterion.against, "A");
    }
}

TEST(IdenticalPair, ACellMayBeNamedAndKeepsItsOwnSettings) {
    const auto pair = identical_pair(parsed(), "B", 10);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->cells[0].streams.at("ane").placement, Placement::process);
    EXPECT_EQ(pair->cells[1].streams.at("ane").placement, Placement::process);
}

TEST(IdenticalPair, WithoutAComparisonThereIsNothingToBank) {
    EXPECT_FALSE(identical_pair(parsed(), "Z", 10));
    auto experiment = parsed();
    experiment.criteria.erase(experiment.criteria.begin(), experiment.criteria.begin() + 1);
    std::erase_if(experiment.criteria, [](const Criterion& one) { return one.id != "wait"; });
    const auto pair = identical_pair(experiment, "", 10);
    ASSERT_FALSE(pair);
    EXPECT_EQ(pair.error().where, "/criteria");
}

}  // namespace
}  // namespace stallscope
