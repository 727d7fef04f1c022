// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "cli/device_text.h"
#include "cli/error_text.h"
#include "plan/exit_code.h"

namespace stallscope::cli {
namespace {

int devices(bool json, Console& console) {
    const auto rows = list_devices();
    if (!rows) {
        console.err << error_lines(rows.error());
        return exit_code_of(rows.error().kind);
    }
    const auto pythons = list_pythons();
    console.out << (json ? device_json(*rows, pythons)
                         : device_text(*rows, pythons, Paint(console.colour_out)));
    return ExitCode::done;
}

}  // namespace

void add_devices_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "devices",
        "List devices and Python interpreters. With their state and what to install or change "
        "where one cannot be used. Each backend is asked in a process of its own, at most 10 s.");
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "The same for programs");
    command->footer(
        "States: found, no-library, no-driver, no-platform, no-device, unusable,\n"
        "not-built, blocked (its driver did not answer).\n"
        "Emulated: a CPU that poses as a GPU.\n"
        "\n"
        "Example:\n"
        "  stallscope devices\n");
    command->callback([json, &session] {
        session.command = [json, &session] { return devices(*json, session.console); };
    });
}

}  // namespace stallscope::cli
