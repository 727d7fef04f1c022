// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/exit_code.h"
#include "cli/run_summary.h"
#include "cli/words.h"
#include "record/run_file.h"
#include "report/report.h"

namespace stallscope::cli {
namespace {

struct ExportArguments {
    std::string file, directory;
    std::vector<std::string> formats;
};

const std::vector<std::string> all_formats = {"json", "md", "csv"};

/// Error: kind usage.
Result<std::vector<std::string>> formats_of(const ExportArguments& arguments) {
    if (arguments.formats.empty()) return all_formats;
    for (const auto& format : arguments.formats) {
        if (std::find(all_formats.begin(), all_formats.end(), format) == all_formats.end()) {
            return fail(ErrorKind::usage,
                        fmt::format("there is no format \"{}\"", printable(format)), "--format",
                        "write any of json, md and csv");
        }
    }
    return arguments.formats;
}

int export_files(const ExportArguments& arguments, Console& console) {
    const auto refused = [&](const Error& error) {
        console.err << error_lines(error);
        return exit_code_of(error.kind);
    };
    const auto formats = formats_of(arguments);
    if (!formats) return refused(formats.error());
    const auto run = RunReader::open(arguments.file);
    if (!run) return refused(run.error());
    const auto written = export_run(*run, arguments.directory, *formats);
    if (!written) return refused(written.error());
    for (const auto& file : *written) console.out << file.string() << '\n';
    if (const auto status = run->status(); status && *status != "complete") {
        console.err << "The run is partial: the files hold what is complete.\n";
    }
    return ExitCode::done;
}

}  // namespace

void add_export_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "export",
        "Write a run's results as files. results.json (all figures), tables.md (all tables) and "
        "requests.csv (every request of the complete visits); the same run gives the same bytes.");
    auto arguments = std::make_shared<ExportArguments>();
    command->add_option("FILE", arguments->file, "The run file")->required();
    command->add_option("--to", arguments->directory, "The folder, made when it is not there")
        ->type_name("FOLDER")
        ->required();
    command
        ->add_option("--format", arguments->formats,
                     "Any of json, md and csv, with commas between; all without it")
        ->type_name("FORMATS")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->footer(
        "Examples:\n"
        "  stallscope export mine.stallscope --to results\n"
        "  stallscope export mine.stallscope --to results --format json,md\n");
    command->callback([arguments, &session] {
        session.command = [arguments, &session] {
            return export_files(*arguments, session.console);
        };
    });
}

}  // namespace stallscope::cli
