// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "analysis/distributions.h"
#include "analysis/proof_random.h"
#include "analysis/proof_result.h"
#include "analysis/proof_series.h"
#include "synthetic_run.h"

namespace stallscope {
namespace {

/// White noise of 1 % per half-visit; A2 costs `effect` more.
Recording noise(int cycles, double effect = 0, const std::string& metric = "return") {
    Recording recording;
    recording.name = "noise";
    recording.order = "mirrored";
    recording.load = "quiet";
    recording.cycles = cycles;
    ProofRandom random(11);
    for (int cycle = 0; cycle < cycles; ++cycle) {
        for (int visit = 0; visit < 4; ++visit) {
            RecordedHalf half;
            half.cycle = cycle;
            half.half = visit / 2 + 1;
            half.position = 4 * cycle + visit;
            half.cell = visit % 2 == 0 ? "A" : "A2";
            half.stream = "reply";
            half.metric = metric;
            half.n = 100;
            half.parts = 5;
            half.typical = 0.01 * random.normal() + (visit % 2 == 0 ? 0 : effect);
            half.cost_ms = 100 * std::exp(*half.typical);
            recording.halves.push_back(half);
        }
    }
    return recording;
}

ProofWork on(int threads) {
    ProofWork work;
    work.threads = threads;
    return work;
}

const ProofRow& row_of(const std::vector<ProofRow>& rows, const std::string& part) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const ProofRow& row) {
        return row.name.find(part) != std::string::npos;
    });
    if (found == rows.end()) {
        throw std::runtime_error("no row " + part);
    }
    return *found;
}

TEST(Jackknife, IsStudentsIntervalForBlocksOfOneSize) {
    // Shares .1 and .3 by turns: mean .2, the spread of ten blocks by hand.
    std::vector<BlockCount> blocks;
    for (int i = 0; i < 10; ++i) {
        blocks.push_back({i % 2 == 0 ? 10 : 30, 100});
    }
    const ProofFigure figure = jackknife(blocks, false);
    EXPECT_DOUBLE_EQ(figure.share, 0.2);
    const double se = std::sqrt(10 * 0.01 / 9 / 10);
    EXPECT_NEAR(figure.bound, 0.2 + t_critical(0.05, 9) * se, 1e-12);
    EXPECT_NEAR(jackknife(blocks, true).bound, 0.2 - t_critical(0.05, 9) * se, 1e-12);
    EXPECT_EQ(figure.hits, 200);
    EXPECT_EQ(figure.trials, 1000);
}

TEST(Jackknife, SaysNothingWithoutTwoBlocks) {
    EXPECT_EQ(jackknife({}, false).bound, 1);
    const std::vector<BlockCount> one = {{1, 10}};
    EXPECT_EQ(jackknife(one, false).bound, 1);
    EXPECT_EQ(jackknife(one, true).bound, 0);
}

TEST(Series, NeedsEveryHalfVisitOfACycle) {
    Recording recording = noise(5);
    recording.halves.erase(recording.halves.begin() + 6);
    recording.halves[13].typical.reset();
    const auto series = series_of(recording);
    ASSERT_EQ(series.size(), 2U);  // no P95 anywhere
    EXPECT_EQ(series[0].statistic, "typical");
    EXPECT_EQ(series[0].cycles.size(), 3U);
    EXPECT_TRUE(series[0].guarded);
    EXPECT_EQ(series[1].statistic, "mean");
    EXPECT_EQ(series[1].cycles.size(), 4U);
    EXPECT_FALSE(series[1].guarded);
    const auto& halves = recording.halves;
    EXPECT_DOUBLE_EQ(series[0].cycles[0].y[1], (*halves[1].typical + *halves[3].typical) / 2);
    EXPECT_DOUBLE_EQ(series[0].cycles[0].total[0].cost_ms, halves[0].cost_ms + halves[2].cost_ms);
    EXPECT_DOUBLE_EQ(series[0].cycles[0].total[0].n, 200);
}

TEST(Replay, OnlyLongRecordingsAreAskedManyCycles) {
    for (const auto& [cycles, lengths] :
         {std::pair{59, std::vector<int>{}}, std::pair{60, std::vector<int>{3}},
          std::pair{199, std::vector<int>{3, 5}}, std::pair{200, std::vector<int>{3, 5, 10}}}) {
        std::vector<ReplayedRecording> replayed;
        const std::vector recordings = {noise(cycles)};
        const auto rows = *replay(recordings, on(2), &replayed);
        ASSERT_EQ(replayed.size(), 1U);
        EXPECT_EQ(replayed[0].lengths, lengths) << cycles;
        // Two statistics, two words for three looks and +1 %.
        EXPECT_EQ(rows.size(), lengths.size() * 2 * 7) << cycles;
    }
}

TEST(Replay, WhiteNoiseIsCalledWrongInFivePercent) {
    const std::vector recordings = {noise(200)};
    const auto rows = *replay(recordings, on(2));
    for (const char* words : {"mean, K = 3: false met, final", "mean, K = 3: false not met, final",
                              "mean, K = 5: false met, obf", "mean, K = 10: false not met, obf"}) {
        const ProofRow& row = row_of(rows, words);
        EXPECT_NEAR(row.figure.share, 0.05, 0.012) << words;
        EXPECT_GT(row.figure.bound, row.figure.share);
        EXPECT_EQ(row.limit.bound, 0.07);
    }
    EXPECT_EQ(row_of(rows, "mean, K = 3: false met, final").figure.trials, 198 * 8);
    EXPECT_EQ(row_of(rows, "mean, K = 10: false met, final").figure.trials, 191 * 64);
    // s_d = 1 %, as in the simulated power.
    EXPECT_NEAR(row_of(rows, "mean, K = 5: +1 % is seen").figure.share, 0.52, 0.06);
}

TEST(Replay, ADifferenceBetweenTheCellsIsDrawnAway) {
    // Labels are exchanged by chance: what A2 costs more becomes noise, not an effect.
    const std::vector recordings = {noise(200, 0.02)};
    const auto rows = *replay(recordings, on(2));
    EXPECT_NEAR(row_of(rows, "mean, K = 10: false met, obf").figure.share,
                row_of(rows, "mean, K = 10: false not met, obf").figure.share, 0.02);
    EXPECT_LT(row_of(rows, "mean, K = 10: false met, obf").figure.share, 0.07);
    EXPECT_LT(row_of(rows, "mean, K = 10: +1 % is seen").figure.share, 0.5);
}

TEST(Replay, TheMeanGuardHoldsBackWordsOfTheTypicalRequest) {
    Recording recording = noise(60);
    for (RecordedHalf& half : recording.halves) {
        half.cost_ms = 100;  // the mean sits exactly at the margin, whatever the median says
    }
    const std::vector recordings = {recording};
    const auto rows = *replay(recordings, on(1));
    EXPECT_EQ(row_of(rows, "typical, K = 3: false met, final").figure.hits, 0);
    EXPECT_GT(row_of(rows, "typical, K = 3: false not met, final").figure.hits, 0);
}

TEST(Replay, FiguresDoNotDependOnTheNumberOfThreads) {
    const std::vector recordings = {noise(100), noise(60, 0, "throughput")};
    const auto one = *replay(recordings, on(1));
    const auto four = *replay(recordings, on(4));
    ASSERT_EQ(one.size(), four.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].name, four[i].name);
        EXPECT_EQ(one[i].figure.hits, four[i].figure.hits) << one[i].name;
    }
}

TEST(Prove, HasFiguresOfEveryGroupAndReadsItsRecordings) {
    const by_hand::TemporaryFolder folder;
    const auto file = folder.path() / "noise.csv";
    std::ofstream(file) << recording_csv(noise(60));
    ProofOptions options;
    options.work.runs = 20;
    options.work.again = 0;
    options.recordings = recordings_in(folder.path());
    options.machine = "a table";
    double last = 0;
    options.work.progress = [&](double share) { return share >= last && (last = share, true); };
    const auto result = prove(options);
    ASSERT_TRUE(result) << to_text(result.error());
    EXPECT_DOUBLE_EQ(last, 1);
    for (const ProofGroup group :
         {ProofGroup::grid, ProofGroup::pooled, ProofGroup::coverage, ProofGroup::family,
          ProofGroup::power, ProofGroup::control, ProofGroup::shares, ProofGroup::orders,
          ProofGroup::screen, ProofGroup::recordings}) {
        EXPECT_FALSE(result->of(group).empty()) << static_cast<int>(group);
    }
    EXPECT_EQ(result->recordings.size(), 1U);
    EXPECT_EQ(result->machine, "a table");

    std::ofstream(folder.path() / "broken.csv") << "nonsense";
    options.recordings = recordings_in(folder.path());
    EXPECT_EQ(options.recordings.size(), 2U);
    EXPECT_EQ(prove(options).error().kind, ErrorKind::measurement);
    EXPECT_TRUE(recordings_in(folder.path() / "nowhere").empty());
}

TEST(Prove, HoldsOnlyWhenEverythingDoes) {
    ProofResult result;
    ProofRow row;
    row.limit = {0.055, 0.06, false};
    row.figure = proof_figure(1000, 20000, false);
    result.rows.push_back(row);
    EXPECT_TRUE(result.holds());
    result.detectors.push_back({"drift", "", 1000, 5});
    result.detectors.push_back({"drift", "3 %", 1000, 950});
    EXPECT_TRUE(result.holds());
    result.detectors[0].fired = 50;
    EXPECT_FALSE(result.holds());
    result.detectors[0].fired = 5;
    result.detectors[1].fired = 800;
    EXPECT_FALSE(result.holds());
    result.detectors.clear();
    result.rows[0].figure = proof_figure(1200, 20000, false);
    EXPECT_FALSE(result.holds());
    result.rows[0].again = proof_figure(5000, 100000, false);
    EXPECT_TRUE(result.holds());
}

}  // namespace
}  // namespace stallscope
