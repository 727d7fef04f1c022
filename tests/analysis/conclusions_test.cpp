// SPDX-License-Identifier: Apache-2.0
#include "analysis/conclusions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace stallscope {
namespace {

bool says(const Conclusion& conclusion, const std::string& words) {
    return conclusion.says.find(words) != std::string::npos;
}

/// Cells as they are after merging: A holds the lock, B gives ane a process, C releases the lock, D
/// does two things at once, A2 is A.
Experiment experiment() {
    Experiment made;
    Cell a;
    a.id = "A";
    a.streams["gpu"].placement = Placement::process;
    a.streams["gpu"].binding = Binding::cdll;
    a.streams["ane"].placement = Placement::thread;
    a.streams["ane"].binding = Binding::pydll;
    Cell b = a;
    b.id = "B";
    b.streams["ane"].placement = Placement::process;
    Cell c = a;
    c.id = "C";
    c.streams["ane"].binding = Binding::cdll;
    Cell d = c;
    d.id = "D";
    d.host.nice = 5;
    Cell a2 = a;
    a2.id = "A2";
    made.cells = {a, a2, b, c, d};
    made.conditions = {{"solo-gpu", {"gpu"}}, {"both", {"gpu", "ane"}}};
    return made;
}

JudgedPair pair(const char* cell, const char* against, const char* condition = "both") {
    JudgedPair judged;
    judged.criterion = "gpu-return";
    judged.cell = cell;
    judged.against = against;
    judged.condition = condition;
    judged.stream = "gpu";
    judged.metric = "return";
    judged.word = Word::met;
    judged.ratio = 0.88;
    return judged;
}

Conclusion conclude(const JudgedPair& judged) {
    const Experiment made = experiment();
    const auto all = conclusions_of(made, std::span(&judged, 1));
    EXPECT_EQ(all.size(), 1U);
    return all.front();
}

TEST(Conclusions, OneDeclaredDifferenceIsAnInterventionAndIsNamed) {
    const Conclusion conclusion = conclude(pair("C", "A"));
    EXPECT_EQ(conclusion.label, ConclusionLabel::one_factor_intervention);
    EXPECT_EQ(to_text(conclusion.label), "one-factor intervention");
    EXPECT_EQ(conclusion.criterion, "gpu-return");
    EXPECT_TRUE(says(conclusion, "binding of ane: pydll → cdll")) << conclusion.says;
    EXPECT_TRUE(says(conclusion, "-12.0 %")) << conclusion.says;
    EXPECT_TRUE(says(conclusion, "met")) << conclusion.says;
}

TEST(Conclusions, SeveralDeclaredDifferencesAreConfounded) {
    const Conclusion conclusion = conclude(pair("D", "A"));
    EXPECT_EQ(conclusion.label, ConclusionLabel::confounded);
    EXPECT_TRUE(says(conclusion, "2 declared differences")) << conclusion.says;
    EXPECT_TRUE(says(conclusion, "host: nice: 0 → 5")) << conclusion.says;
    EXPECT_TRUE(says(conclusion, "binding of ane: pydll → cdll")) << conclusion.says;
}

TEST(Conclusions, AStreamThatDoesNotRunMakesNoDifference) {
    const Conclusion alone = conclude(pair("C", "A", "solo-gpu"));
    EXPECT_EQ(alone.label, ConclusionLabel::observation);
    EXPECT_TRUE(says(alone, "nothing that is declared differs")) << alone.says;
    EXPECT_EQ(conclude(pair("D", "A", "solo-gpu")).label, ConclusionLabel::one_factor_intervention);
    EXPECT_EQ(conclude(pair("A2", "A")).label, ConclusionLabel::observation);
}

TEST(Conclusions, UnequalRatesConfoundAndAreNamed) {
    JudgedPair judged = pair("C", "A");
    judged.unequal_rates = {{"ane", std::log(1.029)}};
    EXPECT_EQ(conclude(judged).label, ConclusionLabel::one_factor_intervention);
    judged.unequal_rates = {{"ane", std::log(1.445)}};
    const Conclusion conclusion = conclude(judged);
    EXPECT_EQ(conclusion.label, ConclusionLabel::confounded);
    EXPECT_TRUE(says(conclusion, "request rate of ane (+44.5 %)")) << conclusion.says;
    EXPECT_TRUE(says(conclusion, "the one declared difference is binding of ane"))
        << conclusion.says;
    judged.unequal_rates = {{"ane", std::log(0.96)}};
    EXPECT_EQ(conclude(judged).label, ConclusionLabel::confounded);
}

TEST(Conclusions, OneCellAloneIsAnObservation) {
    JudgedPair judged = pair("C", "");
    judged.ratio.reset();
    judged.word = Word::not_met;
    const Conclusion conclusion = conclude(judged);
    EXPECT_EQ(conclusion.label, ConclusionLabel::observation);
    EXPECT_TRUE(says(conclusion, "not met")) << conclusion.says;
    EXPECT_TRUE(says(conclusion, "under the conditions of this run")) << conclusion.says;
}

TEST(Conclusions, AnEmulatedDeviceAllowsAHypothesisAndNoMore) {
    for (const char* against : {"A", ""}) {
        JudgedPair judged = pair("C", against);
        judged.mechanism_only = true;
        const Conclusion conclusion = conclude(judged);
        EXPECT_EQ(conclusion.label, ConclusionLabel::hypothesis);
        EXPECT_TRUE(says(conclusion, "mechanism only")) << conclusion.says;
    }
}

TEST(Factors, CoverEverythingThatACellMayDeclare) {
    const Experiment made = experiment();
    const Cell& a = made.cells.front();
    const Condition& both = made.conditions.back();
    struct Change {
        const char* what;
        void (*make)(Cell&);
    };
    const Change changes[] = {
        {"host: python", [](Cell& c) { c.host.python = "python3.9"; }},
        {"host: lifetime", [](Cell& c) { c.host.lifetime = Lifetime::cell; }},
        {"host: stamps", [](Cell& c) { c.host.stamps = Instrumentation::off; }},
        {"host: switch interval", [](Cell& c) { c.host.switch_interval_ms = 1; }},
        {"host: cpus",
         [](Cell& c) {
             c.host.cpus = {0, 1};
         }},
        {"host: nice", [](Cell& c) { c.host.nice = 1; }},
        {"host: cwd", [](Cell& c) { c.host.cwd = "/tmp"; }},
        {"host: env OMP_NUM_THREADS", [](Cell& c) { c.host.env["OMP_NUM_THREADS"] = "1"; }},
        {"placement of ane", [](Cell& c) { c.streams["ane"].placement = Placement::process; }},
        {"binding of ane", [](Cell& c) { c.streams["ane"].binding = Binding::cdll; }},
        {"workload of ane", [](Cell& c) { c.streams["ane"].workload = SpinWorkload{}; }},
        {"load of ane", [](Cell& c) { c.streams["ane"].load = LoopLoad{}; }},
        {"inputs of ane", [](Cell& c) { c.streams["ane"].inputs.seeds = 2; }},
        {"stream ane", [](Cell& c) { c.streams.erase("ane"); }},
    };
    for (const Change& change : changes) {
        Cell changed = a;
        change.make(changed);
        const auto factors = factors_between(a, changed, both);
        ASSERT_EQ(factors.size(), 1U) << change.what;
        EXPECT_EQ(factors.front().what, change.what);
        EXPECT_NE(factors.front().before, factors.front().after);
    }
    EXPECT_TRUE(factors_between(a, a, both).empty());
}

TEST(Factors, TellWorkloadsApartThatReadTheSame) {
    Experiment made = experiment();
    Cell before = made.cells.front();
    WaitWorkload wait;
    before.streams["ane"].workload = wait;
    Cell after = before;
    wait.mode = WaitMode::spin;
    after.streams["ane"].workload = wait;
    const auto factors = factors_between(before, after, made.conditions.back());
    ASSERT_EQ(factors.size(), 1U);
    EXPECT_NE(factors.front().before, factors.front().after);
}

}  // namespace
}  // namespace stallscope
