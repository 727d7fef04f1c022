// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/run_session.h"
#include "plan/exit_code.h"
#include "run/conductor.h"
#include "run/sealed_experiment.h"
#include "run/users_code.h"

namespace stallscope::cli {
namespace {

int resume(const std::string& file, bool keep_blocked, const DisplayFlags& flags,
           Console& console) {
    const auto refused = [&](const Error& error) {
        tell_refusal(console, flags, error);
        console.err << error_lines(error);
        return exit_code_of(error.kind);
    };
    const auto experiment = sealed_experiment(file);
    if (!experiment) return refused(experiment.error());
    const auto installation = Installation::find();
    if (!installation) return refused(installation.error());
    return measure_and_show(console, flags, users_code(*experiment),
                            [&](const EventSink& sink, Control& control) {
                                return resume_run(file, *installation, sink, control, keep_blocked);
                            });
}

}  // namespace

void add_resume_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "resume",
        "Measure what is missing in a run file. After a cancelled, failed or killed run: visits "
        "without an end are measured again, complete ones stay as they are.");
    auto file = std::make_shared<std::string>();
    auto keep_blocked = std::make_shared<bool>(false);
    command->add_option("FILE", *file, "The run file")->required();
    command->add_flag("--keep-blocked", *keep_blocked, keep_blocked_help);
    auto flags = add_display_flags(*command);
    command->footer(
        "Example:\n"
        "  stallscope resume completion-probe-20260131T120000.stallscope\n");
    command->callback([file, keep_blocked, flags, &session] {
        session.command = [file, keep_blocked, flags, &session] {
            return resume(*file, *keep_blocked, *flags, session.console);
        };
    });
}

}  // namespace stallscope::cli
