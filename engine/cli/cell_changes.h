// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/experiment.h"

namespace stallscope::cli {

/// One thing a cell has otherwise than the experiment's streams and host as written at the top.
struct Change {
    std::string what;  ///< "ane.binding", "host.python", "neighbour"
    std::string from;  ///< "pydll"; empty when there was nothing
    std::string to;    ///< "cdll", "off"
    bool operator==(const Change&) const = default;
};

/// Everything the cell changes: the host first, then the streams by name.
std::vector<Change> changes_of(const Experiment& experiment, const Cell& cell);

/// "ane.binding cdll (else pydll)".
std::string to_text(const Change& change);

}  // namespace stallscope::cli
