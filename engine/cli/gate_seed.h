// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/console.h"

namespace stallscope::cli {

/// Options of `gate --method seed2`.
struct SeedArguments {
    std::vector<std::string> base, head;  ///< files, one per round
    std::vector<std::string> spread;      ///< GROUP-SALT-ROUND.json
    std::string control = "^test__(mail_parser|mailparser_lib|stdlib_email)___";
    std::string informational;
    std::string threshold;  ///< "7%"; empty: the method's
    std::string input = "pytest-benchmark";
    std::string exit_codes = "gate";
};

void add_seed_arguments(CLI::App& command, SeedArguments& arguments);

/// Compares the files, or says how builds of one source spread. Returns the exit code.
int gate_like_seed(const SeedArguments& arguments, const std::vector<std::string>& formats,
                   const std::string& directory, Console& console);

}  // namespace stallscope::cli
