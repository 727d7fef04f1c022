// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/suite_judgement.h"
#include "plan/result.h"
#include "suite/ledger.h"
#include "suite/suite_file.h"

namespace stallscope {

/// Whether every row that a claim or a twin names is among `names`, and none is a control or
/// ignored. Error: kind measurement: a claim about a row that nobody measures must not pass.
Result<void> check_named_rows(const Suite& suite, const std::vector<std::string>& names);

/// Whether a row that one side times is next to nothing on the other: below "too_fast_ns" there and
/// at least ten times as long here. It lost the call it timed, unless a claim says that it gets
/// that much faster. Error: kind measurement.
Result<void> check_timed_calls(const Suite& suite, const SuiteQuestion& question);

/// What is asked of the measured rows. `looks`: how often it is judged altogether; they share the
/// error equally (Bonferroni).
SuiteQuestion question_of(const Suite& suite, std::vector<SuiteRow> rows,
                          const std::map<std::string, PlacementFigure>& bank, std::size_t looks);

}  // namespace stallscope
