// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/console.h"
#include "run/conductor.h"

namespace stallscope::cli {

/// Of --keep-blocked, for run and resume.
inline constexpr const char* keep_blocked_help =
    "Measure on a busy machine on purpose: keep visits in which other programs, swapping, CPU "
    "limits or a clock that was set got in the way, instead of measuring them again and giving up "
    "(exit code 5). No verdict is given on such a run";

/// How a run is shown; the same for run and resume.
struct DisplayFlags {
    bool events = false, quiet = false;
};
std::shared_ptr<DisplayFlags> add_display_flags(CLI::App& command);

/// What is measured: run_experiment or resume_run with everything but these two given.
using Measure =
    std::function<Result<std::filesystem::path>(const EventSink& sink, Control& control)>;

/// Says what of the user's code will run, measures while a display shows it and signals and control
/// lines are heard, ends with the table or with why there is none. Returns the exit code.
int measure_and_show(Console& console, const DisplayFlags& flags,
                     const std::vector<std::string>& runs_code, const Measure& measure);

/// With --events also a run that cannot begin is told in events: hello, error, run_finished.
void tell_refusal(Console& console, const DisplayFlags& flags, const Error& error);

}  // namespace stallscope::cli
