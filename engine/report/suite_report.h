// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/suite_judgement.h"

namespace stallscope {

// A gate's result as files. All of them show the same figures of the same judgement.

/// The other word, earlier, for the same builds on the same CPU.
struct SuiteFlip {
    std::string claim, before, now, when;
};

struct SuiteReport {
    std::string name, question, format, statistic, order, cpu;
    std::string started;               ///< UTC, "2026-01-31T12:00:00Z"
    double seconds = 0;                ///< that it took
    std::string base_hash, head_hash;  ///< SHA-256 of what was measured, salt 0
    int builds = 1;                    ///< per side (salts)
    std::string salted_by;  ///< "environment", "build", "environment and build"; empty: no salts
    int rounds = 0, halves = 1, processes = 0, looks = 1;
    std::vector<SuiteRow> rows;  ///< the values, in step with judgement.rows
    SuiteJudgement judgement;
    int earlier_runs = 0;  ///< of the same builds on this CPU
    std::vector<SuiteFlip> flips;
    std::map<std::string, double> machine_sd;  ///< ln(head / base) over machines, by row
    std::vector<std::string> notes;
    bool nothing_to_compare = false;  ///< the builds are equal and the suite skips such
    int exit_code = 0;
};

/// A comment for a pull request: the word, the claims, the rows, how it was measured.
std::string suite_markdown(const SuiteReport& report);
/// One file without anything from outside: the same, and the rounds as a drawing per row.
std::string suite_html(const SuiteReport& report);
/// Every figure; `schema` 1.
std::string suite_json(const SuiteReport& report);
/// One line per row and process: row, role, side, build, round, half, ns.
std::string suite_csv(const SuiteReport& report);
/// JUnit XML: a test case per claim and per row that moved.
std::string suite_junit(const SuiteReport& report);

/// The first line of all of them: "Gate NAME: green", "… not met: 2 of 5 claims".
std::string suite_headline(const SuiteReport& report);

// How a gate's figures look.

/// A ratio head / base: "+7.3 %" where the new side is slower, "2.2× faster" beyond a factor of 2.
std::string moved_text(double ratio);
/// The bound of a claim: "at most 2 % slower", "at least 1.8× faster", "within ±2 %".
std::string bound_text(Form form, double bound);
/// "met", "not met", "moved without a claim (slower)", "too fast to classify".
std::string state_text(const RowResult& row);
/// How far the builds of one side differ, in a word: "layout-sensitive" (by 3 % or more, and by
/// more than the controls' builds), "steady", "too fast to classify", "control".
std::string spread_text(const RowResult& row, const std::optional<double>& spread,
                        const std::optional<double>& floor);

}  // namespace stallscope
