// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/console.h"

namespace stallscope::cli {

/// What the parsed command line amounts to: parsing chooses a command, it runs none.
struct Session {
    Console& console;
    std::function<int()> command;  ///< returns the exit code
};

// Each adds one subcommand with its options and its help; they live in files of their own.
void add_plan_command(CLI::App& app, Session& session);
void add_seal_command(CLI::App& app, Session& session);
void add_run_command(CLI::App& app, Session& session);
void add_resume_command(CLI::App& app, Session& session);
void add_show_command(CLI::App& app, Session& session);
void add_export_command(CLI::App& app, Session& session);
void add_verify_command(CLI::App& app, Session& session);
void add_calibrate_command(CLI::App& app, Session& session);
void add_addendum_command(CLI::App& app, Session& session);
void add_gate_command(CLI::App& app, Session& session);
void add_devices_command(CLI::App& app, Session& session);
/// Not shown: the child that `devices` asks.
void add_probe_devices_command(CLI::App& app, Session& session);
/// Not shown: the host of batches.
void add_batch_host_command(CLI::App& app, Session& session);

}  // namespace stallscope::cli
