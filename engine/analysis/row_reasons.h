// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/results.h"

namespace stallscope {

/// What must be known of a row to say why a figure is missing.
struct RowNature {
    bool loop = false;
    bool on_thread = false;
    bool stamps_off = false;   ///< host.stamps is "off": only what the client sees
    bool native_off = false;   ///< host.stamps is not "native"
    std::string device_timer;  ///< as the host said it
    bool tree_cpu_known = true;
};

/// Paths of the figures that rest on fewer than `thin_below` values: "legs_ms.return.p99".
std::vector<std::string> thin_figures(const Figures& figures);

/// Path → reason, for every figure that is null in the outputs.
std::map<std::string, std::string> reasons_for_null(const Figures& figures,
                                                    const RowNature& nature);

}  // namespace stallscope
