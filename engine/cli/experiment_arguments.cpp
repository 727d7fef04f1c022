// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment_arguments.h"

#include <fmt/format.h>

#include "cli/error_text.h"
#include "cli/words.h"
#include "plan/exit_code.h"

namespace stallscope::cli {
namespace {

constexpr int default_max_cycles = 40;

}  // namespace

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
    command.add_flag("--until-decided", arguments->until_decided,
                     "Measure cycle after cycle until every criterion has its word, at most "
                     "--max-cycles; the intervals are wider, and valid whenever the run stops");
    command
        .add_option("--max-cycles", arguments->max_cycles,
                    "With --until-decided: the most cycles to measure (without it 40)")
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
    options.until_decided = arguments.until_decided;
    if (arguments.max_cycles && !arguments.until_decided) {
        return fail(ErrorKind::usage, "a largest number of cycles goes with --until-decided only",
                    "--max-cycles", "write --cycles for a fixed number");
    }
    if (arguments.until_decided && arguments.cycles) {
        return fail(ErrorKind::usage, "the number of cycles cannot be fixed and left open",
                    "--cycles", "write --max-cycles with --until-decided");
    }
    if (arguments.until_decided) {
        options.cycles = arguments.max_cycles.value_or(default_max_cycles);
    }
    // As typed it starts at the current folder; in a file it would at the file's.
    options.python = arguments.python.find('/') == std::string::npos
                         ? arguments.python
                         : std::filesystem::absolute(arguments.python).string();
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
