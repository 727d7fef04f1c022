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

/// What is asked of the measured rows. `looks`: how often it is judged altogether; they share the
/// error equally (Bonferroni).
SuiteQuestion question_of(const Suite& suite, std::vector<SuiteRow> rows,
                          const std::map<std::string, PlacementFigure>& bank, std::size_t looks);

}  // namespace stallscope
