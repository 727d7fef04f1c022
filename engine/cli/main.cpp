// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "cli/command_line.h"

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
    auto console = stallscope::cli::Console::of_this_process();
    return stallscope::cli::run_command_line(args, console);
}
