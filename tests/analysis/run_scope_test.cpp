// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_scope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_values.h"

namespace stallscope {
namespace {

using testing::HasSubstr;

Experiment comparing() {
    Experiment experiment;
    experiment.cells = {cell_named("A"), cell_named("B")};
    experiment.criteria = {criterion_on({"e2e", "typical"}, Form::worse_by_less_than, 0.05, "A")};
    return experiment;
}

std::vector<std::string> ids(const std::vector<Finding>& findings) {
    std::vector<std::string> names;
    for (const Finding& finding : findings) {
        names.push_back(finding.id);
    }
    return names;
}

ChosenVisits with_engine_cpu(const std::vector<double>& seconds) {
    ChosenVisits visits;
    for (const double cpu_s : seconds) {
        StoredVisit stored;
        stored.visit.window_s = 2;
        stored.end = VisitEnd{};
        stored.end->engine_cpu_s = cpu_s;
        visits.counted.push_back(stored);
    }
    return visits;
}

TEST(RunScope, AComparisonSpeaksOfOneBuild) {
    EXPECT_EQ(ids(scope_findings(comparing(), {}, {})), std::vector<std::string>{"one-build"});
    Experiment describing = comparing();
    describing.criteria = {criterion_on({"e2e", "typical"}, Form::at_most_ms, 5)};
    EXPECT_TRUE(scope_findings(describing, {}, {}).empty());
}

TEST(RunScope, AResidentHostIsOneProcess) {
    Experiment experiment = comparing();
    experiment.cells[1].host.lifetime = Lifetime::cell;
    const auto found = scope_findings(experiment, {}, {});
    ASSERT_EQ(ids(found), (std::vector<std::string>{"one-process", "one-build"}));
    EXPECT_EQ(found[0].where, "cells B");
}

TEST(RunScope, WhoWatchesIsCounted) {
    Experiment experiment;
    EXPECT_TRUE(scope_findings(experiment, with_engine_cpu({0.1, 0.02}), {}).empty())
        << "a twentieth of a core is the limit";
    const auto found = scope_findings(experiment, with_engine_cpu({0.1, 0.3, 0.5}), {});
    ASSERT_EQ(ids(found), std::vector<std::string>{"observer"});
    EXPECT_THAT(found[0].says, HasSubstr("the engine"));
    EXPECT_THAT(found[0].says, HasSubstr("2 of 3 windows, 0.25 at most"));
    SignalledVisit watched;
    watched.signals.app_cores = 0.4;
    const std::vector<SignalledVisit> signals{watched};
    const auto app = scope_findings(experiment, {}, signals);
    ASSERT_EQ(ids(app), std::vector<std::string>{"observer"});
    EXPECT_THAT(app[0].says, HasSubstr("the workbench"));
}

}  // namespace
}  // namespace stallscope
