// SPDX-License-Identifier: Apache-2.0
#include "cli/drawn_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "plan/exit_code.h"
#include "report/export_files.h"
#include "run/child_process.h"
#include "run/own_program.h"

namespace stallscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "stallscope-workbench";
constexpr double limit_s = 3600;  // for a run of a hundred million requests

ErrorKind kind_of(int exit_code) {
    for (const auto kind : {ErrorKind::usage, ErrorKind::experiment, ErrorKind::measurement,
                            ErrorKind::environment, ErrorKind::stale, ErrorKind::cancelled}) {
        if (exit_code_of(kind) == exit_code) return kind;
    }
    return ErrorKind::measurement;
}

/// What the program wrote last: its error, without its name and the end of the line.
std::string last_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
    const auto begin = text.rfind('\n');
    if (begin != std::string::npos) text.erase(0, begin + 1);
    const std::string name = std::string(program_name) + ": ";
    if (text.starts_with(name)) text.erase(0, name.size());
    return text;
}

tl::unexpected<Error> failure(const ChildOutput& output) {
    if (output.timed_out) {
        return fail(ErrorKind::measurement,
                    fmt::format("{} took longer than {:.0f} s", program_name, limit_s));
    }
    const std::string said = last_line(output.out);
    if (output.signal != 0 || said.empty()) {
        const auto end = output.signal != 0 ? fmt::format("was killed by signal {}", output.signal)
                                            : fmt::format("exited with {}", output.exit_code);
        return fail(ErrorKind::measurement, fmt::format("{} {}", program_name, end));
    }
    return fail(kind_of(output.exit_code), said);
}

}  // namespace

Result<fs::path> workbench_program() {
    const fs::path program = own_program().parent_path() / program_name;
    if (::access(program.c_str(), X_OK) == 0) return program;
    return fail(
        ErrorKind::usage,
        fmt::format("html and pdf are drawn by {}, which is not beside this program", program_name),
        "--format", "install it, or use md");
}

Result<std::vector<fs::path>> draw_report(const fs::path& workbench, const std::string& run_file,
                                          const fs::path& directory,
                                          const std::vector<std::string>& formats) {
    ChildPlan plan;
    plan.argv = {workbench.string(),
                 "--export",
                 fmt::format("{}", fmt::join(formats, ",")),
                 "--to",
                 directory.string(),
                 "--",
                 run_file};
    // Qt's remarks on the session it runs in are none of the user's business.
    plan.env = {{"QT_QPA_PLATFORM", "offscreen"}, {"QT_LOGGING_RULES", "*.warning=false"}};
    const auto output = run_child(plan, limit_s);
    if (!output) return tl::unexpected(output.error());
    if (output->exit_code != 0) return failure(*output);
    std::vector<fs::path> files;
    for (const auto& format : formats) {
        files.push_back(directory / (format == "html" ? html_file : pdf_file));
    }
    return files;
}

}  // namespace stallscope::cli
