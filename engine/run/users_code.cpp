// SPDX-License-Identifier: Apache-2.0
#include "run/users_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope {

std::vector<std::string> users_code(const Experiment& experiment) {
    std::vector<std::string> sentences;
    const auto add = [&](std::string sentence) {
        if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end()) {
            sentences.push_back(std::move(sentence));
        }
    };
    for (const auto& cell : experiment.cells) {
        if (cell.host.kind == HostKind::native) continue;
        add(fmt::format("the interpreter {}", cell.host.python));
    }
    for (const auto& cell : experiment.cells) {
        for (const auto& [name, stream] : cell.streams) {
            const auto* python = std::get_if<PythonWorkload>(&stream.workload);
            if (python == nullptr) continue;
            for (const auto& part :
                 {python->setup, python->call, python->check, python->teardown}) {
                if (!part.empty()) add(fmt::format("{} (stream {})", part, name));
            }
        }
    }
    return sentences;
}

}  // namespace stallscope
