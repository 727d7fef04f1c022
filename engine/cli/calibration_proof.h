// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "cli/console.h"

namespace stallscope::cli {

struct ProofArguments {
    std::int64_t runs = 20000;
    std::string page;        ///< write the page there, too; empty: no page
    std::string recordings;  ///< folder of recordings; empty: those that are installed
};

/// Computes the proof, prints it in short and, where asked for, as a page. Exit code 0 also where a
/// figure is beyond its limit: it is printed as it is.
int prove_and_show(const ProofArguments& arguments, Console& console);

/// Writes the half-visits of a run of identical cells as a recording, `to` or beside the run.
int keep_recording(const std::string& run, const std::string& to, Console& console);

}  // namespace stallscope::cli
