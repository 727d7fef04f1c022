// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "run/child_process.h"
#include "run/conductor.h"

namespace stallscope {
namespace {

constexpr double limit_s = 10;
constexpr const char* place = "/host/python";

// sys.executable and not its resolved link: in a virtual environment the link *is* the environment.
constexpr const char* question =
    "import sys, json\n"
    "gil = getattr(sys, '_is_gil_enabled', lambda: True)()\n"
    "print('\\nstallscope:' + json.dumps({'executable': sys.executable, "
    "'version': list(sys.version_info[:3]), 'implementation': sys.implementation.name, "
    "'gil': gil}))\n";

std::string first_line(std::string_view text) {
    while (!text.empty() && (text.front() == '\n' || text.front() == '\r')) text.remove_prefix(1);
    return std::string(text.substr(0, std::min<std::size_t>(text.find('\n'), 160)));
}

}  // namespace

Result<Interpreter> find_interpreter(const std::string& named) {
    ChildPlan plan;
    plan.argv = {named, "-c", question};
    const auto output = run_child(plan, limit_s);
    const std::string hint =
        "name a CPython 3.9 or newer, by --python or \"host\": {\"python\": …}";
    if (!output) {
        return fail(
            ErrorKind::experiment,
            fmt::format("the interpreter \"{}\" cannot be started: {}", named, output.error().says),
            place, hint);
    }
    if (output->timed_out) {
        return fail(ErrorKind::experiment,
                    fmt::format("\"{}\" did not answer within {} s", named, limit_s), place, hint);
    }
    const auto mark = output->out.rfind("\nstallscope:");
    const auto answer =
        mark == std::string::npos
            ? nlohmann::json()
            : nlohmann::json::parse(
                  output->out.substr(mark + 12, output->out.find('\n', mark + 1) - mark - 12),
                  nullptr, false);
    if (output->exit_code != 0 || !answer.is_object() || !answer.contains("executable") ||
        !answer["executable"].is_string() || !answer.contains("version") ||
        !answer["version"].is_array() || answer["version"].size() != 3) {
        return fail(ErrorKind::experiment,
                    fmt::format("\"{}\" is no Python interpreter: asked for its version it said "
                                "\"{}\" (exit code {})",
                                named, first_line(output->out), output->exit_code),
                    place, hint);
    }
    Interpreter found;
    found.real_path = answer["executable"].get<std::string>();
    const auto& version = answer["version"];
    const int major = version[0].is_number_integer() ? version[0].get<int>() : 0;
    const int minor = version[1].is_number_integer() ? version[1].get<int>() : 0;
    found.version = fmt::format("{}.{}.{}", major, minor, version[2].dump());
    found.implementation = answer.value("implementation", "");
    found.gil = answer.value("gil", true);
    if (found.implementation != "cpython" || major != 3 || minor < 9) {
        return fail(ErrorKind::experiment,
                    fmt::format("\"{}\" is {} {}, which has not the lock this measures", named,
                                found.implementation, found.version),
                    place, hint);
    }
    if (found.real_path.empty()) found.real_path = named;
    return found;
}

}  // namespace stallscope
