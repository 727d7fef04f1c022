// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/differences.h"
#include "analysis/half_digest.h"
#include "analysis/results.h"
#include "analysis/run_facts.h"
#include "analysis/run_values.h"
#include "plan/experiment.h"
#include "record/run_file.h"

namespace stallscope {

/// The rows of one (cell, condition) and what was learnt of its set-up on the way.
struct ConditionRows {
    std::vector<Row> rows;  ///< measured streams, in the condition's order
    std::vector<CellFacts> facts;
    std::vector<std::string> changed;  ///< sentences: a stream whose device changed between visits
    std::map<std::string, StreamValues> values;  ///< by measured stream: what verdicts rest on
    std::vector<DigestedVisit> digests;          ///< of its half-visits: what detectors look at
};

/// Reads each visit once, a stream at a time in memory only as long as it is looked at, and pools
/// the visits. `visits` are those of this (cell, condition) that count, in the order they were
/// started. `fallback_devices` serve where a visit stored none.
Result<ConditionRows> rows_of(const RunReader& run, const Experiment& experiment, const Cell& cell,
                              const Condition& condition, const std::vector<StoredVisit>& visits,
                              const std::map<std::string, DeviceFacts>& fallback_devices);

}  // namespace stallscope
