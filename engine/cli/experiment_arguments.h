// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "plan/experiment.h"

namespace stallscope::cli {

/// The experiment file and what the command line changes in it; the same for plan, seal and run.
struct ExperimentArguments {
    std::string file, preset, python;
    std::optional<double> seconds;
    std::optional<int> cycles, max_cycles;
    bool until_decided = false;
    std::vector<std::string> set;  ///< "/json/pointer=value"
};

/// `required`: whether the command can do nothing without an experiment.
std::shared_ptr<ExperimentArguments> add_experiment_arguments(CLI::App& command,
                                                              bool required = true);

/// Error: kind usage when an assignment is none.
Result<Options> options_of(const ExperimentArguments& arguments);

/// Reads, applies and validates. Error: kinds usage and experiment.
Result<Experiment> read(const ExperimentArguments& arguments);

/// Prints why the experiment cannot be used and returns the exit code.
int refuse(const ExperimentArguments& arguments, const Error& error, Console& console);

}  // namespace stallscope::cli
