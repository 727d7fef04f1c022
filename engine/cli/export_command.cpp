// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/drawn_report.h"
#include "cli/error_text.h"
#include "cli/run_summary.h"
#include "cli/words.h"
#include "plan/exit_code.h"
#include "record/run_file.h"
#include "report/report.h"

namespace stallscope::cli {
namespace {

struct ExportArguments {
    std::string file, directory;
    std::vector<std::string> formats;
};

const std::vector<std::string> plain_formats = {"json", "md", "csv"};
const std::vector<std::string> drawn_formats = {"html", "pdf"};

bool is_one_of(const std::vector<std::string>& formats, const std::string& format) {
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

/// Error: kind usage.
Result<std::vector<std::string>> formats_of(const ExportArguments& arguments) {
    if (arguments.formats.empty()) return plain_formats;
    for (const auto& format : arguments.formats) {
        if (!is_one_of(plain_formats, format) && !is_one_of(drawn_formats, format)) {
            return fail(ErrorKind::usage,
                        fmt::format("there is no format \"{}\"", printable(format)), "--format",
                        "write any of json, md, csv, html and pdf");
        }
    }
    return arguments.formats;
}

/// Those of `formats` that are among `wanted`, each once and in the order of `wanted`.
std::vector<std::string> among(const std::vector<std::string>& wanted,
                               const std::vector<std::string>& formats) {
    std::vector<std::string> found;
    for (const auto& format : wanted) {
        if (is_one_of(formats, format)) found.push_back(format);
    }
    return found;
}

Result<std::vector<std::filesystem::path>> export_plain(const RunReader& run,
                                                        const ExportArguments& arguments,
                                                        const std::vector<std::string>& formats) {
    if (formats.empty()) return {};
    return export_run(run, arguments.directory, formats);
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
    const auto drawn = among(drawn_formats, *formats);
    const auto workbench = drawn.empty() ? Result<std::filesystem::path>() : workbench_program();
    if (!workbench) return refused(workbench.error());
    const auto written = export_plain(*run, arguments, among(plain_formats, *formats));
    if (!written) return refused(written.error());
    for (const auto& file : *written) console.out << file.string() << '\n';
    if (!drawn.empty()) {
        const auto files = draw_report(*workbench, arguments.file, arguments.directory, drawn);
        if (!files) return refused(files.error());
        for (const auto& file : *files) console.out << file.string() << '\n';
    }
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
        "requests.csv (every request of the complete visits); the same run gives the same bytes. "
        "report.html and report.pdf (tables and charts) are drawn by the desktop app.");
    auto arguments = std::make_shared<ExportArguments>();
    command->add_option("FILE", arguments->file, "The run file")->required();
    command->add_option("--to", arguments->directory, "The folder, made when it is not there")
        ->type_name("FOLDER")
        ->required();
    command
        ->add_option("--format", arguments->formats,
                     "Any of json, md, csv, html and pdf, with commas between; json,md,csv without "
                     "it")
        ->type_name("FORMATS")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->footer(
        "Examples:\n"
        "  stallscope export mine.stallscope --to results\n"
        "  stallscope export mine.stallscope --to results --format json,md\n"
        "  stallscope export mine.stallscope --to results --format html,pdf\n");
    command->callback([arguments, &session] {
        session.command = [arguments, &session] {
            return export_files(*arguments, session.console);
        };
    });
}

}  // namespace stallscope::cli
