// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "plan/metrics.h"
#include "plan/schedule.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsSupersetOf;
using ::testing::Le;

const fs::path shipped = fs::path(STALLSCOPE_SOURCE_DIR) / "experiments";

Experiment read(const std::string& name, const std::string& preset = {}) {
    Options options;
    options.preset = preset;
    auto experiment = read_experiment(shipped / (name + ".json"), options);
    EXPECT_TRUE(experiment) << name << " " << preset << ": "
                            << (experiment ? "" : to_text(experiment.error()));
    return experiment ? std::move(*experiment) : Experiment{};
}

std::vector<std::string> all_names() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(shipped))
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem());
    return names;
}

TEST(ShippedExperiments, AreAllThere) {
    EXPECT_THAT(all_names(), IsSupersetOf({"completion-probe", "probe-through-runtime",
                                           "completion-path", "wake-lateness", "own-callable"}));
}

TEST(ShippedExperiments, CanBeReadWithEveryPreset) {
    for (const std::string& name : all_names()) {
        std::ifstream file(shipped / (name + ".json"));
        const auto document = nlohmann::json::parse(file);
        EXPECT_EQ(read(name).name, name);
        EXPECT_FALSE(read(name).question.empty()) << name;
        EXPECT_TRUE(document.at("presets").contains("quick")) << name;
        for (const auto& [preset, changes] : document.at("presets").items())
            EXPECT_FALSE(schedule_of(read(name, preset)).empty()) << name << " " << preset;
    }
}

/// Seconds of the quick preset on a machine where a host takes a second to come and go.
double quick_seconds(const std::string& name) {
    return planned_seconds(schedule_of(read(name, "quick"), 1.0));
}

TEST(ShippedExperiments, TakeTheTimeTheyPromise) {
    EXPECT_THAT(quick_seconds("completion-probe"), AllOf(Ge(90), Le(135)));
    EXPECT_THAT(quick_seconds("probe-through-runtime"), AllOf(Ge(90), Le(135)));
    EXPECT_LE(quick_seconds("completion-path"), 170);  // three minutes with the preparation
    EXPECT_LE(quick_seconds("wake-lateness"), 75);
    EXPECT_LE(quick_seconds("own-callable"), 100);
}

TEST(CompletionProbe, IsTheTwoByTwoAndIdle) {
    const Experiment probe = read("completion-probe");
    std::vector<std::string> cells;
    for (const Cell& cell : probe.cells) cells.push_back(cell.id);
    EXPECT_THAT(cells, ElementsAre("idle", "call-held", "call-released", "wait-held",
                                   "wait-released", "wait-held-again"));
    EXPECT_EQ(probe.find_cell("wait-held-again")->streams, probe.find_cell("wait-held")->streams);
    EXPECT_FALSE(probe.find_cell("idle")->streams.contains("neighbour"));
    for (const bool wait : {false, true}) {
        for (const bool held : {false, true}) {
            const std::string id =
                std::string(wait ? "wait-" : "call-") + (held ? "held" : "released");
            const Stream& neighbour = probe.find_cell(id)->streams.at("neighbour");
            EXPECT_EQ(kind_of(neighbour.workload), wait ? "wait" : "opencl") << id;
            EXPECT_EQ(neighbour.binding, held ? Binding::pydll : Binding::cdll) << id;
            EXPECT_EQ(neighbour.load, Load(LoopLoad{1})) << id;
        }
    }
    const auto& wait =
        std::get<WaitWorkload>(probe.find_cell("wait-held")->streams.at("neighbour").workload);
    EXPECT_EQ(wait.ms, Length(MeasuredLength{"neighbour", 100, "median"}));
    for (const Cell& cell : probe.cells)
        EXPECT_EQ(cell.streams.at("gpu"), probe.streams.at("gpu")) << cell.id;
}

TEST(ProbeThroughRuntime, DiffersInTheNeighboursLoadOnly) {
    const Experiment loop = read("completion-probe"), closed = read("probe-through-runtime");
    ASSERT_EQ(loop.cells.size(), closed.cells.size());
    for (std::size_t i = 0; i < loop.cells.size(); ++i) {
        EXPECT_EQ(loop.cells[i].id, closed.cells[i].id);
        std::map<std::string, Stream> expected = loop.cells[i].streams;
        if (expected.contains("neighbour")) expected["neighbour"].load = ClosedLoad{};
        EXPECT_EQ(closed.cells[i].streams, expected);
    }
}

TEST(CompletionPath, HasTheFirstDocumentsCells) {
    const Experiment path = read("completion-path");
    const auto ane = [&](const char* id) { return path.find_cell(id)->streams.at("ane"); };
    EXPECT_EQ(ane("A").placement, Placement::thread);
    EXPECT_EQ(ane("A").binding, Binding::pydll);
    EXPECT_EQ(ane("A2"), ane("A"));
    EXPECT_EQ(ane("B").placement, Placement::process);
    EXPECT_EQ(ane("C").placement, Placement::thread);
    EXPECT_EQ(ane("C").binding, Binding::cdll);
    EXPECT_THAT(path.find_cell("A2")->conditions, ElementsAre("solo-ane", "both"));
    EXPECT_EQ(schedule_of(read("completion-path", "quick")).size(), 66u);
}

/// Whether some cell, measured in this condition, is a plain duplicate of another one.
bool has_noise_floor(const Experiment& experiment, const std::string& condition) {
    const auto measured = [&](const Cell& cell) {
        return std::find(cell.conditions.begin(), cell.conditions.end(), condition) !=
               cell.conditions.end();
    };
    return std::any_of(experiment.cells.begin(), experiment.cells.end(), [&](const Cell& cell) {
        const Cell* twin = experiment.find_cell(cell.duplicate_of);
        return twin && measured(cell) && measured(*twin) && twin->streams == cell.streams &&
               twin->host == cell.host;
    });
}

TEST(ShippedExperiments, EveryComparisonHasANoiseFloorInItsCondition) {
    for (const std::string& name : all_names()) {
        const Experiment experiment = read(name);
        for (const Criterion& criterion : experiment.criteria) {
            if (!is_comparative(criterion.form)) continue;
            for (const std::string& condition : criterion.conditions)
                EXPECT_TRUE(has_noise_floor(experiment, condition))
                    << name << " " << criterion.id << " in " << condition;
        }
    }
}

TEST(OwnCallable, ComesWithTheFileItCalls) {
    const Experiment experiment = read("own-callable");
    const auto& work = std::get<PythonWorkload>(experiment.streams.at("work").workload);
    ASSERT_THAT(work.path, ElementsAre("."));
    EXPECT_EQ(fs::weakly_canonical(experiment.directory), fs::weakly_canonical(shipped));
    std::ifstream file(experiment.directory / "own_callable.py");
    const std::string python{std::istreambuf_iterator<char>(file), {}};
    for (const Cell& cell : experiment.cells) {
        const auto& callable = std::get<PythonWorkload>(cell.streams.at("work").workload);
        for (const std::string& named : {callable.setup, callable.call, callable.check}) {
            const std::string function = named.substr(named.find(':') + 1);
            EXPECT_THAT(python, ::testing::HasSubstr("def " + function + "(")) << named;
        }
    }
}

}  // namespace
}  // namespace stallscope
