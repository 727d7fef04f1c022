// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment_arguments.h"

#include <fmt/format.h>

#include "cli/error_text.h"
#include "cli/exit_code.h"
#include "cli/words.h"

namespace stallscope::cli {

std::shared_ptr<ExperimentArguments> add_experiment_arguments(CLI::App& command, bool required) {
    auto arguments = std::make_shared<ExperimentArguments>();
    command.add_option("EXPERIMENT", arguments->file, "The experiment file (JSON)")
        ->required(required);
    command
        .add_option("--preset", arguments->preset,
                    "A preset of the experiment, for instance quick; full is as written")
        ->type_name("NAME");
    command
        .add_option("--seconds", arguments->seconds,
                    "Length of a measured window (in mirrored order both halves together)")
        ->type_name("S");
    command.add_option("--cycles", arguments->cycles, "How often everything is measured")
        ->type_name("N");
    command
        .add_option("--set", arguments->set,
                    "Set one value: a JSON pointer, =, and JSON or bare text. Can be repeated")
        ->type_name("/POINTER=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--python", arguments->python,
                    "The interpreter of the host: a name on PATH or a path, also of a virtual "
                    "environment")
        ->type_name("PYTHON");
    return arguments;
}

Result<Options> options_of(const ExperimentArguments& arguments) {
    Options options;
    options.preset = arguments.preset;
    options.seconds = arguments.seconds;
    options.cycles = arguments.cycles;
    options.python = arguments.python;
    for (const auto& assignment : arguments.set) {
        const auto equals = assignment.find('=');
        if (assignment.empty() || assignment.front() != '/' || equals == std::string::npos) {
            return fail(ErrorKind::usage, fmt::format("\"{}\" sets nothing", printable(assignment)),
                        "--set", "write it like --set /windows/seconds=4");
        }
        options.set.emplace_back(assignment.substr(0, equals), assignment.substr(equals + 1));
    }
    return options;
}

Result<Experiment> read(const ExperimentArguments& arguments) {
    const auto options = options_of(arguments);
    if (!options) return tl::unexpected(options.error());
    return read_experiment(arguments.file, *options);
}

int refuse(const ExperimentArguments& arguments, const Error& error, Console& console) {
    if (error.kind != ErrorKind::experiment) {
        console.err << error_lines(error);
    } else {
        const auto faults = static_cast<long long>(flattened(error).size());
        console.err << fault_lines(printable(arguments.file), error);
        console.err << "stallscope: " << counted(faults, "fault") << "; nothing was measured.\n";
    }
    return exit_code_of(error.kind);
}

}  // namespace stallscope::cli
