// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "documents.h"

namespace stallscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The rich document's first criterion replaced by this one.
Result<Experiment> with_criterion(const nlohmann::json& criterion) {
    nlohmann::json document = test::rich_document();
    document["criteria"][0] = criterion;
    return parse_experiment(document.dump());
}

Criterion read(const nlohmann::json& criterion) {
    const auto experiment = with_criterion(criterion);
    if (experiment) return experiment->criteria.at(0);
    ADD_FAILURE() << criterion << ": " << to_text(experiment.error());
    return {};
}

std::string fault_of(const nlohmann::json& criterion) {
    const auto experiment = with_criterion(criterion);
    return experiment ? "no fault" : to_text(experiment.error());
}

nlohmann::json about(const char* metric, nlohmann::json more) {
    nlohmann::json criterion = {
        {"id", "x"}, {"metric", metric}, {"stream", "gpu"}, {"cell", "B"}, {"condition", "both"}};
    criterion.update(more);
    return criterion;
}

TEST(Statistic, IsTypicalUnlessThereIsNone) {
    EXPECT_EQ(read(about("e2e", {{"at_most_ms", 1}})).statistic, "typical");
    EXPECT_EQ(read(about("throughput", {{"at_least", 1}})).statistic, "typical");
    EXPECT_EQ(read(about("cpu", {{"at_most_ms", 1}})).statistic, "mean");
    EXPECT_EQ(read(about("errors", {{"at_most", 1}})).statistic, "");
    EXPECT_EQ(read(about("errors", {{"at_most", "1%"}})).statistic, "");
    EXPECT_EQ(read(about("served_as_declared", {{"at_least", "100%"}})).statistic, "");
    EXPECT_EQ(read(about("throughput", {{"at_least", 1}, {"statistic", "total"}})).statistic,
              "total");
}

TEST(Conditions, StandInTheirOrder) {
    nlohmann::json criterion = about("e2e", {{"at_most_ms", 1}});
    EXPECT_THAT(read(criterion).conditions, ElementsAre("both"));
    criterion.erase("condition");
    criterion["conditions"] = {"both", "alone"};
    EXPECT_THAT(read(criterion).conditions, ElementsAre("both", "alone"));
    EXPECT_THAT(read({{"id", "x"}, {"metric", "mismatches"}, {"at_most", 0}}).conditions,
                IsEmpty());
}

TEST(Bounds, AreFractionsOfWhatTheyAreAbout) {
    const Criterion within = read(about("e2e", {{"against", "A"}, {"within", "2.5%"}}));
    EXPECT_EQ(within.form, Form::within);
    EXPECT_DOUBLE_EQ(within.bound, 0.025);
    EXPECT_EQ(within.against, "A");

    const Criterion gap =
        read(about("return", {{"gap_closed", {{"from", "A"}, {"to", "D"}, {"at_least", "90%"}}},
                              {"margin_from", "ours"}}));
    EXPECT_EQ(gap.form, Form::gap_closed);
    EXPECT_DOUBLE_EQ(gap.bound, 0.9);
    EXPECT_EQ(gap.gap_from, "A");
    EXPECT_EQ(gap.gap_to, "D");
    EXPECT_EQ(gap.against, "");
    EXPECT_EQ(gap.margin_from, "ours");

    const Criterion served = read(about("served_as_declared", {{"at_least", "100%"}}));
    EXPECT_EQ(served.form, Form::at_least);
    EXPECT_EQ(served.bound, 1);
    EXPECT_FALSE(served.share);
}

TEST(Errors, AreACensusOrAShare) {
    const Criterion census = read(about("errors", {{"at_most", 3}}));
    EXPECT_FALSE(census.share);
    EXPECT_EQ(census.bound, 3);

    const Criterion share = read(about("errors", {{"at_most", "0.5%"}}));
    EXPECT_TRUE(share.share);
    EXPECT_EQ(share.form, Form::at_most);
    EXPECT_DOUBLE_EQ(share.bound, 0.005);

    const Criterion difference =
        read(about("errors", {{"against", "A"}, {"worse_by_less_than", "0.1 points"}}));
    EXPECT_TRUE(difference.share);
    EXPECT_EQ(difference.form, Form::worse_by_less_than);
    EXPECT_DOUBLE_EQ(difference.bound, 0.001);
}

TEST(Criteria, FaultsSayWhatToWriteInstead) {
    EXPECT_EQ(fault_of(about("served_as_declared", {{"at_least", "99%"}})),
              "/criteria/0/at_least: \"served_as_declared\" is a census: all of it, or it is not "
              "met; \"100%\" is expected, not the text \"99%\". Write \"at_least\": \"100%\".");
    EXPECT_EQ(fault_of(about("e2e", {{"against", "A"}, {"better_by_at_least", "100%"}})),
              "/criteria/0/better_by_at_least: no time can be better by \"100%\": nothing would be "
              "left of it. Take less than 100 %, or say by which factor: \"at_least_times\".");
    EXPECT_EQ(fault_of(about("throughput", {{"against", "A"}, {"worse_by_less_than", "150%"}})),
              "/criteria/0/worse_by_less_than: no rate can be worse by \"150%\": this would always "
              "be met. Take less than 100 %.");
    EXPECT_EQ(fault_of(about("errors", {{"against", "A"}, {"worse_by_less_than", "5%"}})),
              "/criteria/0/worse_by_less_than: a difference of shares from 0 to 100 percentage "
              "points is expected, not the text \"5%\". Write it as a text like \"0.1 points\": "
              "from 0.2 % to 0.3 % is 0.1 points.");
    EXPECT_EQ(fault_of(about("e2e", {{"at_most_ms", 1}, {"conditions", {"both"}}})),
              "/criteria/0/conditions: a criterion names its condition or its conditions, not "
              "both. Keep one of the two keys.");
    EXPECT_EQ(
        fault_of(about("e2e", {{"gap_closed", {{"from", "B"}, {"to", "D"}, {"at_least", "90%"}}}})),
        "/criteria/0/gap_closed/from: a cell at one end of the gap closes none or all of it. "
        "Name the cell the gap was measured in before it was closed.");
}

TEST(PooledInterval, NeedsThreeCellsWhereSomethingIsCompared) {
    nlohmann::json document = test::rich_document();
    document["interval"] = "pooled";
    const auto fine = parse_experiment(document.dump());
    ASSERT_TRUE(fine) << to_text(fine.error());
    EXPECT_EQ(fine->interval, IntervalKind::pooled);

    document["cells"] = {{{"id", "A"}}, {{"id", "B"}, {"nice", 1}}};
    document["criteria"] = {about("e2e", {{"against", "A"}, {"within", "5%"}})};
    const auto experiment = parse_experiment(document.dump());
    ASSERT_FALSE(experiment);
    EXPECT_EQ(to_text(experiment.error()),
              "/criteria/0: a pooled interval takes the noise of 3 cells or more, stream \"gpu\" "
              "is measured in 2 in condition \"both\". Measure further cells there, or write "
              "\"interval\": \"paired\".");
}

// What the first document was judged by, in its own words, and what it left to be said.
TEST(Claims, OfTheCompletionPathAreTheShippedCriteria) {
    const auto path = read_experiment(STALLSCOPE_SOURCE_DIR "/experiments/completion-path.json");
    ASSERT_TRUE(path) << to_text(path.error());
    std::vector<std::string> claims;
    for (const Criterion& one : path->criteria) {
        std::string claim = one.id + ": " + one.statistic + " " + one.metric + " " +
                            std::string(to_text(one.form)) + " " + std::to_string(one.bound);
        for (const std::string& condition : one.conditions) claim += " " + condition;
        claims.push_back(claim);
    }
    EXPECT_THAT(
        claims,
        ElementsAre("gpu-return: mean return at_most_ms 0.500000 both",
                    "gpu-device: mean device worse_by_less_than 0.020000 both",
                    "gpu-toward-process: mean return gap_closed 0.900000 both",
                    "ane-throughput: total throughput worse_by_less_than 0.050000 solo-ane both",
                    "ane-tail: p99 e2e worse_by_less_than 0.050000 solo-ane both",
                    "served:  served_as_declared at_least 1.000000",
                    "answers:  mismatches at_most 0.000000"));
    EXPECT_EQ(path->criteria.at(2).gap_from, "A");
    EXPECT_EQ(path->criteria.at(2).gap_to, "B");
}

// What the second document claims of its scheduler, as a request asked of a callable.
TEST(Claims, OfAChangedSchedulerCanBeWritten) {
    const auto experiment = parse_experiment(R"({ "stallscope": 1, "name": "small-page",
      "streams": {
        "page": { "workload": { "kind": "python", "call": "pages:small_page" } },
        "large": { "workload": { "kind": "python", "call": "pages:large_batch" } },
        "pure": { "workload": { "kind": "python", "call": "pages:pure_python" } } },
      "cells": [
        { "id": "before", "env": { "BUILD": "before" } },
        { "id": "before2", "duplicate_of": "before" },
        { "id": "after", "env": { "BUILD": "after" } },
        { "id": "one-before", "env": { "BUILD": "before", "THREADS": "1" } },
        { "id": "one-after", "env": { "BUILD": "after", "THREADS": "1" } } ],
      "conditions": [ { "id": "page", "streams": ["page"] }, { "id": "large", "streams": ["large"] },
                      { "id": "control", "streams": ["pure"] } ],
      "cycles": 5, "interval": "pooled",
      "criteria": [
        { "id": "faster", "says": "the small page is at least twice as fast", "metric": "e2e",
          "stream": "page", "cell": "after", "against": "before", "condition": "page", "at_least_times": 2 },
        { "id": "no-worse-than-one", "says": "default threads are not slower than threads=1", "metric": "e2e",
          "stream": "page", "cell": "after", "against": "one-after", "condition": "page",
          "worse_by_less_than": "15%" },
        { "id": "one-flat", "says": "threads=1 does not move", "metric": "e2e",
          "stream": "page", "cell": "one-after", "against": "one-before", "condition": "page", "within": "7%" },
        { "id": "large-flat", "says": "the large batch is not slower than the gate allows", "metric": "e2e",
          "stream": "large", "cell": "after", "against": "before", "condition": "large",
          "worse_by_less_than": "7%" },
        { "id": "control", "says": "pure Python within the noise", "metric": "throughput",
          "stream": "pure", "cell": "after", "against": "before", "condition": "control",
          "within": "0.5%", "margin_from": "the interleaved rounds' controls" },
        { "id": "cpu", "says": "the page costs half the CPU", "metric": "cpu",
          "stream": "page", "cell": "after", "against": "before", "condition": "page",
          "better_by_at_least": "50%" },
        { "id": "same", "says": "results are the same, input by input", "metric": "mismatches", "at_most": 0 },
        { "id": "no-errors", "says": "no call fails", "metric": "errors", "at_most": 0 } ] })");
    ASSERT_TRUE(experiment) << to_text(experiment.error());
    EXPECT_EQ(experiment->criteria.size(), 8u);
    EXPECT_EQ(experiment->criteria.at(4).form, Form::within);
    EXPECT_DOUBLE_EQ(experiment->criteria.at(4).bound, 0.005);
    EXPECT_EQ(experiment->criteria.at(4).statistic, "typical");
}

}  // namespace
}  // namespace stallscope
