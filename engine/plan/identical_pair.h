// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "plan/experiment.h"

namespace stallscope {

/// The experiment that measures a cell against its duplicate and nothing else: what the machine's
/// noise makes of identical code, in the figures that the experiment's comparisons use. Windows,
/// order, streams and host are those of `experiment`; each (stream, condition, metric, statistic)
/// that a comparison rests on becomes a criterion of the duplicate against the cell, where the cell
/// has that figure. `cell` empty: the cell that most comparisons are made against, else the first.
/// Error: kind experiment: no such cell, no comparison that the cell could stand for.
Result<Experiment> identical_pair(const Experiment& experiment, std::string_view cell, int cycles);

}  // namespace stallscope
