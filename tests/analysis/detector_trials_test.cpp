// SPDX-License-Identifier: Apache-2.0
// The detectors' budget, on runs whose truth is known: each fires in at most 1 % of clean runs and
// in at least 90 % of those with its fault. Seeds are fixed.
#include "analysis/detector_trials.h"

#include <gtest/gtest.h>

#include <map>

#include "analysis/shares.h"

namespace stallscope {
namespace {

constexpr int runs = 250;

const std::vector<DetectorTrial>& trials() {
    static const std::vector<DetectorTrial> all = try_detectors(runs, 1);
    return all;
}

TEST(DetectorTrials, NoDetectorFiresInMoreThanOnePercentOfCleanRuns) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "thousands of simulated runs in one thread: minutes, and nothing to find here";
#endif
    std::map<std::string, std::pair<int, int>> pooled;
    for (const DetectorTrial& trial : trials()) {
        if (!trial.clean) {
            continue;
        }
        EXPECT_EQ(trial.runs, runs);
        // Above the budget by more than chance: at one in a thousand for each line.
        EXPECT_LE(clopper_pearson(trial.fired, trial.runs, 0.001).low, 0.01)
            << trial.name << ", " << trial.planted << ": " << trial.fired;
        pooled[trial.name].first += trial.fired;
        pooled[trial.name].second += trial.runs;
    }
    EXPECT_GE(pooled.size(), 15U);
    for (const auto& [name, count] : pooled) {
        // 750 runs at 1 % are at most 15 with 99 %; what a fault does is far above.
        EXPECT_LE(count.first, 15) << name;
    }
}

TEST(DetectorTrials, EveryDetectorFindsWhatItIsThereFor) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "thousands of simulated runs in one thread: minutes, and nothing to find here";
#endif
    int planted = 0;
    for (const DetectorTrial& trial : trials()) {
        if (trial.clean) {
            continue;
        }
        ++planted;
        EXPECT_GE(trial.runs, 20);
        EXPECT_GE(trial.fired, 0.9 * trial.runs)
            << trial.name << ", " << trial.planted << ": " << trial.fired << " of " << trial.runs;
    }
    EXPECT_GE(planted, 15);
}

TEST(DetectorTrials, AreTheSameForTheSameSeed) {
    const auto first = try_detectors(3, 8);
    const auto again = try_detectors(3, 8);
    ASSERT_EQ(first.size(), again.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].fired, again[i].fired);
        EXPECT_EQ(first[i].name, again[i].name);
    }
}

}  // namespace
}  // namespace stallscope
