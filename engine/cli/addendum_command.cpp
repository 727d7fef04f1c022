// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/addenda_text.h"
#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/run_summary.h"
#include "cli/words.h"
#include "plan/document_file.h"
#include "plan/exit_code.h"
#include "record/run_addenda.h"
#include "record/run_clock.h"
#include "run/sealed_experiment.h"

namespace stallscope::cli {
namespace {

struct AddendumArguments {
    std::string run, criteria;
};

/// Adds it under the next number, unless nothing changes by it.
Result<void> add_to(RunWriter& writer, const std::string& file, const Experiment& sealed,
                    const Addendum& addendum) {
    const auto run = RunReader::open(file);
    auto all = run ? addenda_of(*run, sealed) : tl::unexpected(run.error());
    if (!all) return tl::unexpected(all.error());
    const auto criteria_before = with_addenda(sealed, *all).criteria;
    all->push_back(addendum);
    if (with_addenda(sealed, *all).criteria == criteria_before) {
        return fail(ErrorKind::usage, "every criterion in it is as it already stands", {},
                    "Name what changes; `stallscope show` lists the addenda there are");
    }
    return writer.add_fact(addendum_key(all->size()), addendum.json);
}

/// The file stays what it was otherwise, also when nothing is added: a complete run is complete
/// still, and a single file.
Result<void> store(const std::string& file, const Experiment& sealed, const Addendum& addendum) {
    auto writer = RunWriter::open(file);
    if (!writer) return tl::unexpected(writer.error());
    auto added = add_to(*writer, file, sealed, addendum);
    auto closed = writer->close();
    return added ? closed : added;
}

int refuse(const Error& error, const std::string& file, Console& console) {
    if (error.kind == ErrorKind::experiment) {
        console.err << fault_lines(printable(file), error);
        console.err << "stallscope: "
                    << counted(static_cast<long long>(flattened(error).size()), "fault")
                    << "; the run is as it was.\n";
    } else {
        console.err << error_lines(error);
    }
    return exit_code_of(error.kind);
}

int add(const AddendumArguments& arguments, Console& console) {
    const auto sealed = sealed_experiment(arguments.run);
    if (!sealed) return refuse(sealed.error(), arguments.run, console);
    const auto text = read_document_file(arguments.criteria, "a file of criteria");
    const auto addendum = text ? make_addendum(*text, *sealed, iso8601_utc(unix_now_ns()))
                               : tl::unexpected(text.error());
    if (!addendum) return refuse(addendum.error(), arguments.criteria, console);
    if (const auto stored = store(arguments.run, *sealed, *addendum); !stored) {
        return refuse(stored.error(), arguments.run, console);
    }
    console.out << addenda_text(*sealed, {&*addendum, 1}) << "\nThe seal holds as before. "
                << "stallscope show " << shell_word(arguments.run) << "\n";
    return ExitCode::done;
}

}  // namespace

void add_addendum_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "addendum",
        "Add or change criteria of a run after its seal. They are stored beside the sealed ones "
        "with their date, and whatever they judge is exploratory: chosen when the numbers could be "
        "known. Rows and seal stay as they are.");
    auto arguments = std::make_shared<AddendumArguments>();
    command->add_option("FILE", arguments->run, "The run file")->required();
    command
        ->add_option("CRITERIA", arguments->criteria,
                     "A JSON file, {\"says\": \"why\", \"criteria\": [...]}: whole criteria as in "
                     "an experiment. One with the id of a sealed criterion changes it")
        ->required();
    command->footer(
        "Example:\n"
        "  stallscope addendum mine.stallscope stricter.json\n");
    command->callback([arguments, &session] {
        session.command = [arguments, &session] { return add(*arguments, session.console); };
    });
}

}  // namespace stallscope::cli
