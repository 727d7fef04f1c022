// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "analysis/results.h"
#include "cli/calibration_proof.h"
#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/experiment_arguments.h"
#include "cli/run_session.h"
#include "cli/words.h"
#include "plan/exit_code.h"
#include "plan/identical_pair.h"
#include "run/bank_file.h"
#include "run/conductor.h"
#include "run/users_code.h"

namespace stallscope::cli {
namespace {

constexpr int default_cycles = 12;

struct CalibrateArguments {
    std::string cell, output;
    std::vector<std::string> from;  ///< run files to bank instead of measuring
    bool keep_blocked = false;
    bool proof = false;
    std::string record;  ///< a run whose half-visits are kept as a recording
    ProofArguments proving;
};

/// Banks what identical cells of a finished run differ by.
Result<std::vector<BankEntry>> bank_run(const std::filesystem::path& file, const BankFile& bank) {
    const auto run = RunReader::open(file);
    if (!run) return tl::unexpected(run.error());
    const auto results = analyse(*run);
    if (!results) return tl::unexpected(results.error());
    const auto experiment = parse_experiment(results->experiment_json);
    if (!experiment) return tl::unexpected(experiment.error());
    for (const Finding& finding : results->findings) {
        if (finding.severity == "blocks") {
            return fail(ErrorKind::environment,
                        "this run cannot be banked: " + finding.id + ": " + finding.says,
                        file.string(), "calibrate again on a quiet machine");
        }
    }
    auto entries = bank_entries(*experiment, results->values, results->started);
    if (entries.empty()) {
        return fail(ErrorKind::environment,
                    fmt::format("nothing can be banked: a figure needs {} complete cycles of a "
                                "cell and its pure duplicate",
                                fewest_bank_df + 1),
                    file.string(), "calibrate with more cycles");
    }
    if (auto stored = bank.add(entries); !stored) return tl::unexpected(stored.error());
    return entries;
}

std::string banked_text(const std::vector<BankEntry>& entries) {
    std::string text =
        "Banked: what two identical cells differ by per cycle (SD) on this machine\n";
    for (const BankEntry& entry : entries) {
        text += printable(
            fmt::format("  {} {} of {} in {}, windows of {:.4g} s: {:.2g} % over {} "
                        "cycles\n",
                        entry.statistic, entry.metric, entry.stream, entry.condition,
                        entry.window_s, 100 * std::expm1(entry.bank.s0), entry.bank.df0 + 1));
    }
    return text;
}

int bank_and_tell(const std::filesystem::path& file, const Installation& installation,
                  Console& console) {
    const BankFile bank(installation.user_data);
    const auto entries = bank_run(file, bank);
    if (!entries) {
        console.err << error_lines(entries.error());
        return exit_code_of(entries.error().kind);
    }
    console.out << '\n'
                << banked_text(*entries) << "  in " << printable(bank.path().string())
                << "\n`stallscope plan` now says what a run's cycles can resolve.\n";
    return ExitCode::done;
}

int measure(const ExperimentArguments& experiment_arguments, const CalibrateArguments& arguments,
            const DisplayFlags& flags, Console& console) {
    const auto refused = [&](const Error& error) {
        tell_refusal(console, flags, error);
        return refuse(experiment_arguments, error, console);
    };
    if (experiment_arguments.file.empty()) {
        return refused(Error{ErrorKind::usage,
                             "there is nothing to calibrate with",
                             "EXPERIMENT",
                             "name an experiment, --from RUN, or --proof",
                             {}});
    }
    const auto experiment = read(experiment_arguments);
    if (!experiment) return refused(experiment.error());
    const int cycles = experiment_arguments.cycles.value_or(default_cycles);
    if (cycles <= fewest_bank_df) {
        return refused(Error{ErrorKind::usage,
                             fmt::format("{} cycles are too few to bank a noise floor", cycles),
                             "--cycles",
                             fmt::format("{} are the fewest", fewest_bank_df + 1),
                             {}});
    }
    auto pair = identical_pair(*experiment, arguments.cell, cycles);
    if (!pair) return refused(pair.error());
    const auto installation = Installation::find();
    if (!installation) return refused(installation.error());
    RunRequest request;
    request.experiment = std::move(*pair);
    request.file = arguments.output;
    request.keep_blocked = arguments.keep_blocked;
    std::filesystem::path file;
    const int code = measure_and_show(console, flags, users_code(request.experiment),
                                      [&](const EventSink& sink, Control& control) {
                                          auto done =
                                              run_experiment(request, *installation, sink, control);
                                          if (done) file = *done;
                                          return done;
                                      });
    return code == ExitCode::done ? bank_and_tell(file, *installation, console) : code;
}

int bank_only(const CalibrateArguments& arguments, Console& console) {
    const auto installation = Installation::find();
    if (!installation) {
        console.err << error_lines(installation.error());
        return exit_code_of(installation.error().kind);
    }
    for (const std::string& file : arguments.from) {
        const int code = bank_and_tell(file, *installation, console);
        if (code != ExitCode::done) return code;
    }
    return ExitCode::done;
}

}  // namespace

void add_calibrate_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "calibrate",
        "Measure what identical code differs by on this machine, and bank it. A cell of the "
        "experiment is measured against its own duplicate; `stallscope plan` then says what a "
        "margin needs, and a margin below the noise ends as unresolvable instead of undecided.");
    auto experiment = add_experiment_arguments(*command, false);
    auto arguments = std::make_shared<CalibrateArguments>();
    command
        ->add_option("--cell", arguments->cell,
                     "The cell to measure twice; without it the one that most comparisons are made "
                     "against")
        ->type_name("ID");
    command->add_option("-o,--output", arguments->output, "The run file")->type_name("FILE");
    command
        ->add_option("--from", arguments->from,
                     "Bank a finished run that has a cell and its duplicate, instead of measuring")
        ->type_name("RUN");
    command->add_flag("--proof", arguments->proof,
                      "Show how often the verdicts are wrong: on simulated runs whose truth is "
                      "known and on recordings of identical code; takes minutes");
    command
        ->add_option("--runs", arguments->proving.runs,
                     "With --proof: simulated runs per figure (20,000)")
        ->type_name("N")
        ->check(CLI::Range(100, 10000000));
    command
        ->add_option("--page", arguments->proving.page,
                     "With --proof: write the whole proof there as a page (Markdown)")
        ->type_name("FILE");
    command
        ->add_option("--recordings", arguments->proving.recordings,
                     "With --proof: recordings of this folder instead of those installed")
        ->type_name("FOLDER");
    command
        ->add_option("--record", arguments->record,
                     "Keep the half-visits of a run of identical cells as a recording (CSV) for "
                     "--proof; -o names the file")
        ->type_name("RUN");
    command->add_flag("--keep-blocked", arguments->keep_blocked, keep_blocked_help);
    auto flags = add_display_flags(*command);
    command->footer(
        "Examples:\n"
        "  stallscope calibrate experiments/completion-path.json --preset quick\n"
        "  stallscope calibrate --from own-identical-20300101T120000.stallscope\n"
        "  stallscope calibrate --proof --page calibration.md\n");
    command->callback([experiment, arguments, flags, &session] {
        session.command = [experiment, arguments, flags, &session] {
            if (arguments->proof) return prove_and_show(arguments->proving, session.console);
            if (!arguments->record.empty()) {
                return keep_recording(arguments->record, arguments->output, session.console);
            }
            return arguments->from.empty()
                       ? measure(*experiment, *arguments, *flags, session.console)
                       : bank_only(*arguments, session.console);
        };
    });
}

}  // namespace stallscope::cli
