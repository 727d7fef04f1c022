// SPDX-License-Identifier: Apache-2.0
#include "run/suite_command.h"

#include <fmt/format.h>

#include "plan/wording.h"

namespace stallscope {

Result<std::string> run_suite_command(const ChildPlan& plan, double limit_s, std::string_view what,
                                      const std::string& where, const std::string& if_too_slow,
                                      const Control& control) {
    auto output = run_child(plan, limit_s, &control.cancel);
    const auto failed = [&](std::string says, const std::string& hint = {}) {
        return fail(ErrorKind::measurement, fmt::format("{}{}", what, says), where, hint);
    };
    if (!output) return failed(": " + output.error().says);
    if (output->cancelled)
        return fail(ErrorKind::cancelled, fmt::format("cancelled during {}", what), where);
    const std::string said = last_words(output->out);
    if (output->timed_out)
        return failed(fmt::format(" did not end within {:g} s{}", limit_s, said), if_too_slow);
    if (output->signal != 0)
        return failed(fmt::format(" was killed by signal {}{}", output->signal, said));
    if (output->exit_code != 0)
        return failed(fmt::format(" exited with code {}{}", output->exit_code, said));
    return std::move(output->out);
}

std::string last_words(std::string_view output) {
    while (!output.empty() &&
           (output.back() == '\n' || output.back() == '\r' || output.back() == ' '))
        output.remove_suffix(1);
    const auto newline = output.rfind('\n');
    if (newline != output.npos) output.remove_prefix(newline + 1);
    return output.empty() ? "" : "; it said " + in_quotes(output, 200);
}

}  // namespace stallscope
