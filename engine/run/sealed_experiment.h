// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "plan/experiment.h"

namespace stallscope {

/// The sealed experiment of a run file, with the directory its callables are looked up from.
/// Error: not a run file, or (kind stale) a text that does not fit its hash.
Result<Experiment> sealed_experiment(const std::filesystem::path& run_file);

/// The facts that are stored when a run file is made: what sealed_experiment needs beside the seal,
/// and the file's name, which results keep when the file is copied.
std::string first_facts(const Experiment& experiment, const std::filesystem::path& run_file);

}  // namespace stallscope
