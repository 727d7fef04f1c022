// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stallscope::cli {

/// What the bottom line of a running experiment shows.
struct ProgressLine {
    double fraction = 0;  ///< 0 … 1; anything else is clamped
    double left_s = -1;   ///< negative: not known yet
    int cycle = 0;        ///< from 1; 0: not known yet
    int cycles = 0;       ///< 0: not known yet
    std::string now;      ///< "call-held/both", or the step before the first visit
    std::string figure;   ///< "gpu return P50 7.41 ms", or empty
    std::string state;    ///< empty, "paused", "cancelling"
};

/// A bar of exactly `columns` columns including its brackets; at least 3.
std::string bar(double fraction, int columns, bool utf8);

/// The line, never wider than `columns` − 1 (a full last column wraps on some terminals). What does
/// not fit is left out in this order: figure, bar, cycle, and then the name is cut.
std::string progress_line(const ProgressLine& line, int columns, bool utf8);

}  // namespace stallscope::cli
