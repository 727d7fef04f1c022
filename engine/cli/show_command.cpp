// SPDX-License-Identifier: Apache-2.0
#include "analysis/results.h"
#include "cli/addenda_text.h"
#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/run_summary.h"
#include "cli/words.h"
#include "plan/exit_code.h"
#include "plan/seal.h"
#include "record/run_addenda.h"
#include "report/report.h"

namespace stallscope::cli {
namespace {

struct ShowArguments {
    std::string file;
    bool full = false, json = false;
};

std::string head_of(const RunResults& results) {
    std::string text = printable(results.name);
    if (!results.started.empty()) text += ", started " + printable(results.started);
    text += ", seal " + results.sealed_sha256.substr(0, 12) + "…\n";
    if (!results.question.empty()) text += wrapped(printable(results.question), 100) + "\n";
    return text;
}

/// What was edited after the seal; empty for a run without addenda, which is nearly every one.
Result<std::string> addenda_of_run(const RunReader& run) {
    const auto text = run.sealed_text();
    const auto sealed = text ? unseal(*text) : tl::unexpected(text.error());
    if (!sealed) return tl::unexpected(sealed.error());
    const auto addenda = addenda_of(run, *sealed);
    if (!addenda) return tl::unexpected(addenda.error());
    return addenda_text(*sealed, *addenda);
}

int show(const ShowArguments& arguments, Console& console) {
    const auto run = RunReader::open(arguments.file);
    const auto results = run ? analyse(*run) : tl::unexpected(run.error());
    if (!results) {
        console.err << error_lines(results.error());
        return exit_code_of(results.error().kind);
    }
    const auto partial = partial_text(*results, arguments.file);
    if (arguments.json || arguments.full) {
        console.err << partial;
        console.out << (arguments.json ? results_json(*results) : tables_markdown(*results));
        return ExitCode::done;
    }
    const auto addenda = addenda_of_run(*run);
    if (!addenda) {
        console.err << error_lines(addenda.error());
        return exit_code_of(addenda.error().kind);
    }
    const Paint paint(console.colour_out);
    console.out << partial << (partial.empty() ? "" : "\n") << head_of(*results) << '\n'
                << table_text(*results);
    for (const auto& part :
         {criteria_text(*results, paint), *addenda, findings_text(*results, paint)}) {
        if (!part.empty()) console.out << '\n' << part;
    }
    return ExitCode::done;
}

}  // namespace

void add_show_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "show",
        "Show what a run found. Table, sentence, criteria, findings and checks, computed from the "
        "raw rows of the complete visits; also for a run that is not finished.");
    auto arguments = std::make_shared<ShowArguments>();
    command->add_option("FILE", arguments->file, "The run file")->required();
    auto* full = command->add_flag("--full", arguments->full, "All tables (Markdown)");
    command->add_flag("--json", arguments->json, "All figures (results.json)")->excludes(full);
    command->footer(
        "Examples:\n"
        "  stallscope show completion-probe-20260131T120000.stallscope\n"
        "  stallscope show completion-probe-20260131T120000.stallscope --full | less\n");
    command->callback([arguments, &session] {
        session.command = [arguments, &session] { return show(*arguments, session.console); };
    });
}

}  // namespace stallscope::cli
