// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/golden.h"
#include "cli/plan_view.h"

namespace stallscope::cli {
namespace {

using nlohmann::json;
using ::testing::EndsWith;
using ::testing::HasSubstr;

/// As on a machine whose python3 is 3.11.7.
PlanView plan_of(const Options& options) {
    auto experiment = read_experiment(fixtures + "small.json", options);
    if (!experiment) {
        ADD_FAILURE() << to_text(experiment.error());
        return {};
    }
    const auto seal = seal_of(*experiment);
    const auto schedule = schedule_of(*experiment);
    return {*experiment,
            seal,
            schedule,
            {{"python3", {"/usr/bin/python3.11", "3.11.7", "cpython", true}}},
            planned_resolution(*experiment, {})};
}

TEST(PlanText, SaysWhatWillBeMeasuredAndWhatItRuns) {
    expect_golden("plan-small.txt", plan_text(plan_of({})));
    Options quick;
    quick.preset = "quick";
    const auto plan = plan_of(quick);
    expect_golden("plan-small-quick-schedule.txt", plan_text(plan) + schedule_text(plan));
}

TEST(PlanJson, HasTheSameForPrograms) {
    const auto plan = plan_of({});
    const auto all = json::parse(plan_json(plan));
    EXPECT_EQ(all["schema"], 1);
    EXPECT_EQ(all["name"], "small");
    EXPECT_EQ(all["sealed_sha256"], plan.seal.sha256);
    EXPECT_EQ(all["sealed"], plan.seal.text);
    EXPECT_EQ(all["visits"].size(), plan.schedule.size());
    EXPECT_EQ(all["cells"][2]["changes"][0]["what"], "neighbour.binding");
    EXPECT_EQ(all["interpreters"][0]["version"], "3.11.7");
    EXPECT_EQ(all["conditions"].size(), 2U);
    EXPECT_EQ(all["criteria"][1]["decides"], "mismatches at most 0");
    EXPECT_DOUBLE_EQ(all["seconds"], planned_seconds(plan.schedule));
}

TEST(PlanCommand, AsksTheInterpreterAndPrintsThePlan) {
    const auto called = call({"plan", fixtures + "small.json", "--preset", "quick", "--schedule"});
    EXPECT_EQ(called.code, 0) << called.err;
    EXPECT_EQ(called.err, "");
    EXPECT_THAT(called.out, HasSubstr("python3 is CPython 3."));
    EXPECT_THAT(called.out, HasSubstr("\nVisits\n"));
}

TEST(PlanCommand, AllFaultsAreNamedWithTheirPlaces) {
    const auto called = call({"plan", fixtures + "broken.json"});
    EXPECT_EQ(called.code, 2);
    EXPECT_EQ(called.out, "");
    for (const auto* place :
         {"/cylces", "/streams/gpu", "/cells/1", "/windows/seconds", "/order"}) {
        EXPECT_THAT(called.err, HasSubstr("broken.json: " + std::string(place)));
    }
    EXPECT_THAT(called.err, EndsWith("nothing was measured.\n"));
    std::string text = called.err;
    for (auto at = text.find(fixtures); at != std::string::npos; at = text.find(fixtures)) {
        text.erase(at, fixtures.size());
    }
    expect_golden("plan-broken.txt", text);
}

TEST(PlanCommand, AnInterpreterThatIsNotThereIsAFaultOfTheExperiment) {
    const auto called = call({"plan", fixtures + "small.json", "--python", "/nonexistent/python"});
    EXPECT_EQ(called.code, 2);
    EXPECT_THAT(called.err, HasSubstr("small.json: /host/python: "));
}

TEST(PlanCommand, ACellsOwnInterpreterIsNamedAtTheCell) {
    const auto called = call({"plan", fixtures + "small.json", "--set",
                              "/cells/1/host={\"python\":\"/nonexistent/python\"}"});
    EXPECT_EQ(called.code, 2);
    EXPECT_THAT(called.err, HasSubstr("/cells/1/host/python: "));
}

TEST(PlanCommand, AFileThatIsNotThereIsNamedOnce) {
    const auto called = call({"plan", "absent.json"});
    EXPECT_EQ(called.code, 2);
    EXPECT_THAT(called.err, ::testing::StartsWith("absent.json: there is no such file."));
}

TEST(SealCommand, PrintsTheHashOfWhatWouldRun) {
    const auto as_written = call({"seal", fixtures + "small.json"});
    EXPECT_EQ(as_written.code, 0);
    EXPECT_EQ(as_written.out, plan_of({}).seal.sha256 + "\n");
    EXPECT_THAT(as_written.err, HasSubstr("run --seal"));
    const auto full = call({"seal", fixtures + "small.json", "--preset", "full"});
    EXPECT_EQ(full.out, as_written.out);
}

TEST(SealCommand, EveryOptionThatChangesTheRunChangesTheSeal) {
    const auto plain = call({"seal", fixtures + "small.json"}).out;
    EXPECT_NE(call({"seal", fixtures + "small.json", "--preset", "quick"}).out, plain);
    EXPECT_NE(call({"seal", fixtures + "small.json", "--seconds", "3"}).out, plain);
    EXPECT_NE(call({"seal", fixtures + "small.json", "--cycles", "7"}).out, plain);
    EXPECT_NE(call({"seal", fixtures + "small.json", "--set", "/seed=2"}).out, plain);
    EXPECT_NE(call({"seal", fixtures + "small.json", "--python", "python3.11"}).out, plain);
    EXPECT_EQ(call({"seal", fixtures + "small.json", "--cycles", "2", "--set", "/seed=1"}).out,
              plain);
}

}  // namespace
}  // namespace stallscope::cli
