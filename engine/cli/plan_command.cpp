// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "cli/error_text.h"
#include "cli/experiment_arguments.h"
#include "cli/plan_view.h"
#include "plan/exit_code.h"
#include "run/bank_file.h"

namespace stallscope::cli {
namespace {

struct PlanFlags {
    bool json = false, schedule = false;
};

Result<NoiseBank> bank_of_this_machine() {
    const auto installation = Installation::find();
    if (!installation) return tl::unexpected(installation.error());
    return BankFile(installation->user_data).read();
}

int plan(const ExperimentArguments& arguments, const PlanFlags& flags, Console& console) {
    auto experiment = read(arguments);
    if (!experiment) return refuse(arguments, experiment.error(), console);
    auto interpreters = ask_interpreters(*experiment);
    if (!interpreters) return refuse(arguments, interpreters.error(), console);
    const auto bank = bank_of_this_machine();
    if (!bank) console.err << error_lines(bank.error());
    const PlanView view{*experiment, seal_of(*experiment), schedule_of(*experiment),
                        std::move(*interpreters),
                        planned_resolution(*experiment, bank ? *bank : NoiseBank{})};
    if (flags.json) {
        console.out << plan_json(view);
        return ExitCode::done;
    }
    console.out << plan_text(view);
    if (flags.schedule) console.out << "\nVisits\n" << schedule_text(view);
    return ExitCode::done;
}

}  // namespace

void add_plan_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand(
        "plan",
        "Show what an experiment would measure. The file is checked, every fault is named with "
        "its place, and the interpreter is asked once for its version; nothing else runs.");
    auto arguments = add_experiment_arguments(*command);
    auto flags = std::make_shared<PlanFlags>();
    command->add_flag("--schedule", flags->schedule, "List every visit with its time");
    command->add_flag("--json", flags->json, "The same for programs, with every visit");
    command->footer(
        "Examples:\n"
        "  stallscope plan experiments/completion-path.json\n"
        "  stallscope plan mine.json --preset quick --set /cells/0/host/nice=5 --schedule\n");
    command->callback([arguments, flags, &session] {
        session.command = [arguments, flags, &session] {
            return plan(*arguments, *flags, session.console);
        };
    });
}

}  // namespace stallscope::cli
