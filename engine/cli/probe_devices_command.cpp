// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "cli/commands.h"
#include "plan/exit_code.h"
#include "run/device_listing.h"

namespace stallscope::cli {
namespace {

/// Longer than anybody waits for this child. It may sit in a driver when its parent is gone.
constexpr unsigned gives_up_s = 120;

int probe(const std::string& backend, Console& console) {
    ::alarm(gives_up_s);
    console.out << device_rows_line(discover_backend(backend)) << std::flush;
    ::alarm(0);
    return ExitCode::done;
}

}  // namespace

void add_probe_devices_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand("probe-devices", "Look for one backend's devices.");
    command->group("");
    auto backend = std::make_shared<std::string>();
    command->add_option("BACKEND", *backend, "wait, spin, opencl, …")->required();
    command->callback([backend, &session] {
        session.command = [backend, &session] { return probe(*backend, session.console); };
    });
}

}  // namespace stallscope::cli
