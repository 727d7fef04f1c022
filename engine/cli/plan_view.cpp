// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {
namespace {

/// Where the experiment names this interpreter first.
std::string place_of(const Experiment& experiment, const std::string& name) {
    if (experiment.host.python == name) return "/host/python";
    for (std::size_t i = 0; i < experiment.cells.size(); ++i) {
        if (experiment.cells[i].host.python == name) return fmt::format("/cells/{}/host/python", i);
    }
    return "/host/python";
}

}  // namespace

Result<std::map<std::string, Interpreter>> ask_interpreters(const Experiment& experiment) {
    std::map<std::string, Interpreter> answers;
    std::vector<Error> faults;
    for (const auto& name : experiment.interpreters()) {
        auto answer = find_interpreter(experiment.interpreter_path(name));
        if (answer) {
            answers.emplace(name, std::move(*answer));
        } else {
            faults.push_back(std::move(answer.error()));
            faults.back().where = place_of(experiment, name);
        }
    }
    if (faults.empty()) return answers;
    Error first = std::move(faults.front());
    first.also.insert(first.also.end(), faults.begin() + 1, faults.end());
    return tl::unexpected(std::move(first));
}

std::string in_words(const Interpreter& interpreter) {
    return fmt::format(
        "{} {}{}, {}",
        interpreter.implementation == "cpython" ? "CPython" : interpreter.implementation,
        interpreter.version, interpreter.gil ? "" : " without its lock", interpreter.real_path);
}

}  // namespace stallscope::cli
