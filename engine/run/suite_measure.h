// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/suite_rows.h"
#include "run/suite_build.h"
#include "suite/rounds.h"

namespace stallscope {

/// Measures rounds in fresh processes and keeps one value per row and process. Whatever is not a
/// time of every row in every process fails: a bench that exits with an error, hangs, prints
/// something else, skips a row or loses one.
class SuiteMeasurement {
public:
    /// `folder` is private to the run; outputs come and go there.
    SuiteMeasurement(const Suite& suite, std::filesystem::path folder);

    /// Measures up to `rounds` rounds, from where it is. Errors: measurement, cancelled; `where`
    /// says which process.
    Result<void> measure_to(int rounds, const SuiteProgress& progress, const Control& control);

    /// One row per benchmark in the bench's order, then the twin rows.
    std::vector<SuiteRow> rows() const;

    int rounds() const { return m_rounds; }
    int processes() const { return static_cast<int>(m_visits.size()); }

private:
    /// The row's values in one process, by row.
    struct Measured {
        BenchVisit visit;
        std::vector<double> logs;  ///< in step with m_names
    };

    Result<void> measure_one(const BenchVisit& visit, const Control& control);
    Result<BenchOutput> run_bench(const BenchVisit& visit, const Control& control) const;
    Result<void> keep(const BenchVisit& visit, const BenchOutput& output);

    const Suite& m_suite;
    std::filesystem::path m_folder;
    std::vector<std::string> m_names;  ///< rows of the first process that are not ignored
    std::vector<Measured> m_visits;
    int m_rounds = 0;
};

/// "head, salt 1, round 2, backwards".
std::string visit_text(const Suite& suite, const BenchVisit& visit);

}  // namespace stallscope
