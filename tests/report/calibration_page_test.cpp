// SPDX-License-Identifier: Apache-2.0
#include "report/calibration_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "golden.h"
#include "report/proof_summary.h"

namespace stallscope {
namespace {

ProofRow row(ProofGroup group, const std::string& name, std::int64_t hits, std::int64_t trials,
             ProofLimit limit, const std::string& down = {}, const std::string& across = {}) {
    return {group, name, down, across, limit, proof_figure(hits, trials, limit.at_least), {}};
}

/// A figure or two of every kind.
ProofResult some() {
    constexpr ProofLimit words = {0.055, 0.06, false};
    ProofResult result;
    result.runs = 20000;
    result.seed = 7;
    result.machine = "two cores | a table";
    result.generated_by = "stallscope calibrate --proof";
    auto& rows = result.rows;
    rows.push_back(row(ProofGroup::grid, "white, K = 3: false met", 1000, 20000, words,
                       "white, K = 3", "none"));
    rows.push_back(row(ProofGroup::grid, "white, K = 3: false not met", 1030, 20000, words,
                       "white, K = 3", "none"));
    rows.push_back(row(ProofGroup::grid, "white, K = 3: false met, linear", 1120, 20000, words,
                       "white, K = 3", "linear"));
    rows.back().again = proof_figure(5100, 100000, false);
    rows.push_back(row(ProofGroup::grid, "AR, K = 3: false met, linear", 1220, 20000, words,
                       "AR, K = 3", "linear"));
    rows.push_back(row(ProofGroup::coverage, "white, K = 3: coverage", 19000, 20000,
                       {0.94, std::nullopt, true}, "white, K = 3", "none"));
    rows.push_back(row(ProofGroup::coverage, "white, K = 3: coverage, pooled", 18900, 20000,
                       {0.94, std::nullopt, true}, "white, K = 3", "none"));
    rows.push_back(row(ProofGroup::power, "K = 5: met", 16500, 20000, {0.77, std::nullopt, true}));
    rows.push_back(row(ProofGroup::orders, "mirrored, K = 5", 1990, 20000, {}));
    rows.push_back(row(ProofGroup::orders, "blocked, K = 5", 19999, 20000, {}));
    rows.push_back(row(ProofGroup::recordings, "rec: reply return mean, K = 3: false met", 80, 1584,
                       {std::nullopt, 0.07, false}, "rec (quiet): reply return", "mean, K = 3"));
    rows.push_back(row(ProofGroup::recordings, "rec: reply return mean, K = 3: +1 % is seen", 800,
                       1584, {std::nullopt, std::nullopt, true}, "rec (quiet): reply return",
                       "mean, K = 3"));
    result.recordings.push_back(
        {"rec", "reply: wait 1 ms", "two cores", "quiet", "mirrored", 0.01, 300, 200, {3, 5, 10}});
    result.detectors.push_back({"drift in the window", "", 2000, 3});
    result.detectors.push_back({"drift in the window", "3 %", 1000, 880});
    return result;
}

TEST(CalibrationPage, IsAsItWas) {
    expect_golden("calibration.md", calibration_page(some()));
}

TEST(CalibrationPage, TheConsoleTableIsAsItWas) {
    expect_golden("proof.txt", proof_text(some()));
}

TEST(CalibrationPage, SummariesShowTheFigureClosestToItsLimit) {
    const ProofResult result = some();
    const auto summaries = summaries_of(result);
    ASSERT_EQ(summaries.front().group, ProofGroup::grid);
    EXPECT_EQ(summaries.front().worst->name, "AR, K = 3: false met, linear");
    EXPECT_EQ(summaries.front().figures, 4);
    EXPECT_EQ(summaries.front().kept, 3);
    EXPECT_EQ(summaries.front().again, 1);
    for (const ProofSummary& summary : summaries) {
        if (summary.group == ProofGroup::coverage) {
            EXPECT_EQ(summary.worst->name, "white, K = 3: coverage, pooled");
        }
        if (summary.group == ProofGroup::recordings) {
            EXPECT_EQ(summary.figures, 1) << "those with a limit";
        }
        if (summary.group == ProofGroup::orders) {
            EXPECT_EQ(summary.worst->name, "blocked, K = 5");
            EXPECT_EQ(summary.figures, 2);
        }
    }
}

TEST(CalibrationPage, LimitsAreWrittenOut) {
    EXPECT_EQ(limit_text({}), "–");
    EXPECT_EQ(limit_text({0.055, 0.06, false}), "≤ 5.5 %, bound ≤ 6.0 %");
    EXPECT_EQ(limit_text({std::nullopt, 0.07, false}), "bound ≤ 7.0 %");
    EXPECT_EQ(limit_text({0.77, std::nullopt, true}), "≥ 77.0 %");
}

TEST(CalibrationPage, ConsoleLinesFitATerminal) {
    ProofResult result = some();
    result.rows.push_back(row(ProofGroup::grid, std::string(150, 'x') + " " + std::string(60, 'y'),
                              2000, 20000, {0.055, 0.06, false}));
    result.rows.back().name =
        "random walk noise, quadratic drift, one cell 3 times as noisy, "
        "K = 10, six cells: false not met, anytime";
    std::string text = proof_text(result);
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string line = text.substr(0, end);
        const auto columns = std::count_if(line.begin(), line.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        });
        EXPECT_LE(columns, 100) << line;
        text.erase(0, end + 1);
    }
}

}  // namespace
}  // namespace stallscope
