// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/seal_option.h"
#include "cli/words.h"
#include "plan/exit_code.h"
#include "run/verification.h"

namespace stallscope::cli {
namespace {

struct VerifyArguments {
    std::string file, directory;
    std::string seal;  ///< the published hash; empty: none
};

std::string checked_text(const Verification& checked, const std::string& directory) {
    auto text = fmt::format("seal    holds: {}\n", checked.sealed_sha256);
    text += fmt::format("visits  {} give their stored digest ({}, {})\n",
                        counted(checked.visits_checked, "ended visit"),
                        counted(checked.requests, "request"), counted(checked.calls, "call"));
    if (checked.visits_partial > 0) {
        text += fmt::format(
            "        {} without an end, so without a digest (broken off; not in the results)\n",
            counted(checked.visits_partial, "visit"));
    }
    if (checked.export_checked) {
        text += "export  " + printable(directory) + " is what the raw data gives\n";
    }
    return text;
}

int verify(const VerifyArguments& arguments, Console& console) {
    const auto published = read_seal(arguments.seal);
    if (!published) {
        console.err << error_lines(published.error());
        return exit_code_of(published.error().kind);
    }
    const auto checked = verify_run(arguments.file, arguments.directory);
    if (checked && !published->empty() && *published != checked->sealed_sha256) {
        // Whoever edits the criteria and the hash with them cannot edit what was published.
        console.err << "stallscope: stale or altered: the run was sealed as "
                    << checked->sealed_sha256 << ", not as the published " << *published << ".\n";
        return ExitCode::stale_or_altered;
    }
    if (checked) {
        console.out << checked_text(*checked, arguments.directory);
        return ExitCode::done;
    }
    const auto& error = checked.error();
    if (error.kind == ErrorKind::stale) {
        console.err << fault_lines(printable(arguments.file), error);
        console.err << "stallscope: stale or altered, "
                    << counted(static_cast<long long>(flattened(error).size()), "difference")
                    << ".\n";
    } else {
        console.err << error_lines(error);
    }
    return exit_code_of(error.kind);
}

}  // namespace

void add_verify_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "verify",
        "Check that a run, and an export of it, were not altered. The sealed experiment against "
        "its hash, every ended visit against the digest it ended with, and the exported files "
        "against what the raw data gives.");
    auto arguments = std::make_shared<VerifyArguments>();
    command->add_option("FILE", arguments->file, "The run file")->required();
    command->add_option("EXPORT", arguments->directory, "A folder that `stallscope export` wrote");
    command
        ->add_option("--seal", arguments->seal,
                     "The hash that was published before the run (see `stallscope seal`)")
        ->type_name("HASH");
    command->footer(
        "Examples:\n"
        "  stallscope verify mine.stallscope\n"
        "  stallscope verify mine.stallscope results\n"
        "\n"
        "Exit codes: 0 unaltered, 3 not readable, 7 stale or altered.\n");
    command->callback([arguments, &session] {
        session.command = [arguments, &session] { return verify(*arguments, session.console); };
    });
}

}  // namespace stallscope::cli
