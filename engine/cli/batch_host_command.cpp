// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "run/batch_host.h"

namespace stallscope::cli {

void add_batch_host_command(CLI::App& app, Session& session) {
    auto* command = app.add_subcommand("batch-host", "Parse batches of mails for an engine.");
    command->group("");
    auto inherited = std::make_shared<HostInheritance>();
    command->add_option("--control", inherited->control)->required();
    command->add_option("--arena", inherited->arena)->required();
    command->add_option("--guard", inherited->guard)->required();
    command->add_option("--library", inherited->library)->required();
    command->callback([inherited, &session] {
        session.command = [inherited] { return run_batch_host(*inherited); };
    });
}

}  // namespace stallscope::cli
