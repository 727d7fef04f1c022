// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/gate_outputs.h"
#include "cli/gate_seed.h"
#include "cli/interrupts.h"
#include "cli/words.h"
#include "plan/exit_code.h"
#include "run/suite_gate.h"
#include "run/user_folders.h"
#include "suite/rounds.h"
#include "suite/salts.h"

namespace stallscope::cli {
namespace {

struct GateArguments {
    std::string file, directory, method = "stallscope";
    std::vector<std::string> formats;
    std::optional<int> rounds;
    bool dry_run = false, quiet = false;
    SeedArguments seed;
};

int refused(const GateArguments& arguments, const Error& error, Console& console) {
    if (error.kind == ErrorKind::experiment) {
        console.err << fault_lines(printable(arguments.file), error);
        console.err << "stallscope: nothing was run: "
                    << counted(static_cast<long long>(flattened(error).size()), "fault")
                    << " in the suite.\n";
    } else {
        console.err << error_lines(error);
    }
    return exit_code_of(error.kind);
}

Result<Suite> suite_of(const GateArguments& arguments) {
    auto suite = read_suite(arguments.file);
    if (!suite || !arguments.rounds) return suite;
    if (*arguments.rounds < 1 || *arguments.rounds > 1000)
        return fail(ErrorKind::usage, "1 to 1,000 rounds can be measured", "--rounds");
    suite->rounds = *arguments.rounds;
    suite->most_rounds = suite->undecided == UndecidedPolicy::extend
                             ? std::max(suite->most_rounds, suite->rounds)
                             : suite->rounds;
    return suite;
}

void say_what_runs(const Suite& suite, std::ostream& to) {
    to << "This gate executes, of your own:\n";
    for (const std::string& sentence : users_commands(suite))
        to << "  " << printable(sentence) << '\n';
}

std::string plan_text(const Suite& suite) {
    std::string text = fmt::format("{} rounds of {}, {}: {} processes\nclaims\n", suite.rounds,
                                   counted(static_cast<long long>(arms_of(suite).size()), "arm"),
                                   to_text(suite.order), rounds_of(suite, 0, suite.rounds).size());
    for (const SuiteClaim& claim : suite.claims)
        text +=
            printable(fmt::format("  {}: {} {}{}", claim.id,
                                  claim.others ? "every other row"
                                  : claim.rows.size() == 1
                                      ? claim.rows.front()
                                      : counted(static_cast<long long>(claim.rows.size()), "row"),
                                  bound_text(claim.form, claim.bound),
                                  claim.or_own_spread ? ", or by its own spread" : "")) +
            "\n";
    return text;
}

/// Lines of progress: one that is written over on a terminal, else one below the other.
SuiteProgress progress_on(Console& console, bool quiet) {
    if (quiet) return [](const std::string&) {};
    if (!console.err_is_terminal)
        return [&console](const std::string& line) { console.err << printable(line) << std::endl; };
    return [&console](const std::string& line) {
        const auto columns = static_cast<std::size_t>(std::max(console.columns() - 1, 20));
        console.err << "\r\033[K" << clipped(printable(line), columns, console.utf8) << std::flush;
    };
}

int gate(const GateArguments& arguments, Console& console) {
    const auto outputs = gate_outputs(arguments.formats, arguments.directory);
    if (!outputs) return refused(arguments, outputs.error(), console);
    const auto suite = suite_of(arguments);
    if (!suite) return refused(arguments, suite.error(), console);
    if (arguments.dry_run) {
        say_what_runs(*suite, console.out);
        console.out << plan_text(*suite);
        return ExitCode::done;
    }
    say_what_runs(*suite, console.err);
    Control control;
    std::optional<Interrupts> interrupts;
    if (console.handles_signals) interrupts.emplace(control);
    const auto report =
        run_gate(*suite, user_data_folder(), progress_on(console, arguments.quiet), control);
    if (console.err_is_terminal && !arguments.quiet) console.err << "\r\033[K";
    if (!report) return refused(arguments, report.error(), console);
    if (auto written = write_gate(*report, *outputs, console.out); !written)
        return refused(arguments, written.error(), console);
    for (const std::string& reason : report->judgement.reasons)
        console.err << with_full_stop(printable(reason)) << '\n';
    return report->exit_code;
}

int run(const GateArguments& arguments, Console& console) {
    if (arguments.method == "seed2")
        return gate_like_seed(arguments.seed, arguments.formats, arguments.directory, console);
    if (arguments.method != "stallscope") {
        console.err << "stallscope: there is no method \"" << printable(arguments.method)
                    << "\". There are stallscope and seed2.\n";
        return ExitCode::usage;
    }
    if (arguments.file.empty()) {
        console.err << "stallscope: which suite? `stallscope gate --help` shows how it is used.\n";
        return ExitCode::usage;
    }
    return gate(arguments, console);
}

}  // namespace

void add_gate_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "gate",
        "Judge a change by other people's benchmarks. A suite file says how base and head are "
        "built and benchmarked and what must hold; both are built first, run in turn in fresh "
        "processes, and every claim gets its verdict.");
    auto arguments = std::make_shared<GateArguments>();
    command->add_option("SUITE", arguments->file, "The suite file");
    command
        ->add_option("--out", arguments->directory, "Write gate.md, gate.html … into this folder")
        ->type_name("FOLDER");
    command
        ->add_option("--format", arguments->formats,
                     "Any of md, html, json, csv and junit, with commas between; without --out one "
                     "of them, which is printed (md)")
        ->type_name("FORMATS")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--rounds", arguments->rounds, "Instead of the suite's")->type_name("N");
    command->add_flag("--dry-run", arguments->dry_run, "Say what would be executed, run nothing");
    command->add_flag("--quiet", arguments->quiet, "No progress");
    command
        ->add_option("--method", arguments->method,
                     "stallscope, or seed2: one threshold and a noise floor on measured files")
        ->type_name("METHOD");
    add_seed_arguments(*command, arguments->seed);
    command->footer(
        "Examples:\n"
        "  stallscope gate suite.json --dry-run\n"
        "  stallscope gate suite.json --out results\n"
        "  stallscope gate --method seed2 --base master-*.json --head change-*.json\n"
        "  stallscope gate --method seed2 --spread plain-*-*.json\n"
        "\n"
        "Exit codes: 0 green, 1 usage, 2 the suite is broken, 3 a build or a bench failed,\n"
        "4 a claim is not met or a row got slower, 5 a control moved, 6 undecided.\n");
    command->callback([arguments, &session] {
        session.command = [arguments, &session] { return run(*arguments, session.console); };
    });
}

}  // namespace stallscope::cli
