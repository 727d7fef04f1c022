// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "cli/experiment_arguments.h"
#include "plan/exit_code.h"
#include "plan/seal.h"

namespace stallscope::cli {
namespace {

int seal(const ExperimentArguments& arguments, Console& console) {
    const auto experiment = read(arguments);
    if (!experiment) return refuse(arguments, experiment.error(), console);
    console.out << seal_of(*experiment).sha256 << std::endl;
    console.err << "Publish it before you measure; `stallscope run --seal HASH` then refuses any "
                   "other experiment.\n";
    return ExitCode::done;
}

}  // namespace

void add_seal_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "seal",
        "Print the hash that fixes an experiment before it is run. It covers everything that is "
        "measured and judged, preset and options included: publish it, and nobody can say that "
        "the criteria were chosen afterwards.");
    auto arguments = add_experiment_arguments(*command);
    command->footer(
        "Examples:\n"
        "  stallscope seal mine.json --preset quick\n"
        "  stallscope run mine.json --preset quick --seal \"$(stallscope seal mine.json --preset "
        "quick)\"\n");
    command->callback([arguments, &session] {
        session.command = [arguments, &session] { return seal(*arguments, session.console); };
    });
}

}  // namespace stallscope::cli
