// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/experiment_arguments.h"
#include "cli/run_session.h"
#include "cli/seal_option.h"
#include "plan/exit_code.h"
#include "run/conductor.h"
#include "run/users_code.h"

namespace stallscope::cli {
namespace {

struct RunArguments {
    std::string file, directory, seal;
    bool resize = false, keep_blocked = false;
};

/// The experiment as if it lay in that folder.
Result<void> place(Experiment& experiment, const std::filesystem::path& directory) {
    if (directory.empty()) return {};
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error)) {
        return fail(ErrorKind::usage, "no such folder", directory.string(),
                    "--directory names the folder where relative paths of callables start");
    }
    experiment.directory = std::filesystem::absolute(directory, error);
    return {};
}

int run(const ExperimentArguments& experiment_arguments, const RunArguments& arguments,
        const DisplayFlags& flags, Console& console) {
    const auto refused = [&](const Error& error) {
        tell_refusal(console, flags, error);
        return refuse(experiment_arguments, error, console);
    };
    const auto seal = read_seal(arguments.seal);
    if (!seal) return refused(seal.error());
    auto experiment = read(experiment_arguments);
    if (!experiment) return refused(experiment.error());
    if (const auto placed = place(*experiment, arguments.directory); !placed) {
        return refused(placed.error());
    }
    const auto installation = Installation::find();
    if (!installation) return refused(installation.error());
    const RunRequest request{std::move(*experiment), arguments.file, *seal, arguments.resize,
                             arguments.keep_blocked};
    return measure_and_show(console, flags, users_code(request.experiment),
                            [&](const EventSink& sink, Control& control) {
                                return run_experiment(request, *installation, sink, control);
                            });
}

}  // namespace

void add_run_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "run",
        "Measure an experiment. What of your own code it executes is said before anything runs. "
        "Everything is stored in one file as it comes; Ctrl-C cancels, what was measured stays "
        "and `stallscope resume` measures the rest.");
    auto experiment = add_experiment_arguments(*command);
    auto arguments = std::make_shared<RunArguments>();
    command
        ->add_option("-o,--output", arguments->file,
                     "The run file; without it NAME-YYYYMMDDTHHMMSS.stallscope in this folder")
        ->type_name("FILE");
    command
        ->add_option("--directory", arguments->directory,
                     "Where relative paths of callables start; without it the experiment's folder")
        ->type_name("DIR");
    command
        ->add_option("--seal", arguments->seal,
                     "Run only if the experiment has this hash (see `stallscope seal`)")
        ->type_name("HASH");
    command->add_flag("--resize", arguments->resize,
                      "Find the sizes of forwards and the costs of batches anew instead of "
                      "using those kept for this machine");
    command->add_flag("--keep-blocked", arguments->keep_blocked, keep_blocked_help);
    auto flags = add_display_flags(*command);
    command->footer(
        "Examples:\n"
        "  stallscope run experiments/completion-probe.json --preset quick\n"
        "  stallscope run mine.json --python .venv/bin/python --cycles 3 -o mine.stallscope\n"
        "\n"
        "Exit codes: 0 done, 2 bad experiment, 3 measurement failed, 5 machine not fit,\n"
        "130 cancelled.\n");
    command->callback([experiment, arguments, flags, &session] {
        session.command = [experiment, arguments, flags, &session] {
            return run(*experiment, *arguments, *flags, session.console);
        };
    });
}

}  // namespace stallscope::cli
