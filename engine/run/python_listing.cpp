// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "run/child_process.h"
#include "run/device_listing.h"

namespace stallscope {
namespace {

using nlohmann::json;

constexpr std::string_view mark = "\nstallscope:";

// Runs on anything that was ever called python, 2.7 included: an old one must be able to say so.
// Modules are looked up, not imported: importing some of them takes seconds and starts threads.
constexpr const char* question = R"(
import json, sys
impl = getattr(getattr(sys, 'implementation', None), 'name', 'cpython')
gil = getattr(sys, '_is_gil_enabled', lambda: True)()
modules = []
try:
    from importlib.util import find_spec
    for name in ('numpy', 'torch', 'onnxruntime', 'tensorflow', 'jax', 'coremltools', 'objc'):
        try:
            if find_spec(name):
                modules.append(name)
        except Exception:
            pass
except ImportError:
    pass
sys.stdout.write('\nstallscope:' + json.dumps({'executable': sys.executable,
    'version': list(sys.version_info[:3]), 'implementation': impl, 'gil': gil,
    'modules': modules}) + '\n')
)";

PythonRow unusable(const std::filesystem::path& candidate, std::string why) {
    PythonRow row;
    row.path = candidate.string();
    row.state = "unusable";
    row.why = std::move(why);
    return row;
}

json answer_in(std::string_view output) {
    const auto at = output.rfind(mark);
    if (at == std::string_view::npos) return json();
    const auto begin = at + mark.size();
    return json::parse(output.substr(begin, output.find('\n', begin) - begin), nullptr, false);
}

bool is_whole_answer(const json& answer) {
    const auto is_number = [](const json& part) { return part.is_number_integer(); };
    return answer.is_object() && answer.value("executable", json()).is_string() &&
           answer.value("version", json()).is_array() && answer["version"].size() == 3 &&
           std::all_of(answer["version"].begin(), answer["version"].end(), is_number);
}

PythonRow ask(const std::filesystem::path& candidate, double limit_s) {
    ChildPlan plan;
    plan.argv = {candidate.string(), "-c", question};
    const auto output = run_child(plan, limit_s);
    if (!output) return unusable(candidate, output.error().says);
    if (output->timed_out) {
        return unusable(candidate, fmt::format("it did not answer within {:g} s", limit_s));
    }
    const auto answer = answer_in(output->out);
    if (!is_whole_answer(answer)) {
        return unusable(candidate,
                        "it is no Python interpreter: asked for its version it gave no "
                        "answer");
    }
    PythonRow row;
    const auto executable = answer["executable"].get<std::string>();
    row.path = executable.empty() ? candidate.string() : executable;
    const int major = answer["version"][0], minor = answer["version"][1];
    row.version = fmt::format("{}.{}.{}", major, minor, answer["version"][2].get<int>());
    row.gil = answer.value("gil", json(true)) != json(false);
    for (const auto& name : answer.value("modules", json::array())) {
        if (name.is_string()) row.modules.push_back(name);
    }
    const auto implementation = answer.value("implementation", json("cpython"));
    if (implementation != json("cpython")) {
        row.state = "unusable";
        row.why = fmt::format(
            "it is {}; what is measured here is CPython's lock",
            implementation.is_string() ? implementation.get<std::string>() : "something else");
    } else if (major < 3 || (major == 3 && minor < 9)) {
        row.state = "too-old";
        row.why = "3.9 is the oldest that can be a host";
    } else {
        row.state = "found";
    }
    return row;
}

}  // namespace

std::vector<PythonRow> list_pythons(const PythonPlaces& places, double limit_s) {
    const auto candidates = python_candidates(places);
    std::vector<PythonRow> answers(candidates.size());
    std::atomic<std::size_t> next{0};
    const auto ask_some = [&] {
        for (std::size_t i = next++; i < candidates.size(); i = next++) {
            answers[i] = ask(candidates[i], limit_s);
        }
    };
    constexpr std::size_t at_once = 4;
    std::vector<std::thread> askers;
    for (std::size_t i = 0; i < std::min(at_once, candidates.size()); ++i) {
        askers.emplace_back(ask_some);
    }
    for (auto& asker : askers) asker.join();
    // Two names may turn out to be one interpreter (wrapper scripts).
    std::vector<PythonRow> rows;
    for (auto& row : answers) {
        const bool known = std::any_of(rows.begin(), rows.end(), [&](const PythonRow& other) {
            return other.path == row.path;
        });
        if (!known) rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<PythonRow> list_pythons(double limit_s) {
    return list_pythons(PythonPlaces::of_this_machine(), limit_s);
}

}  // namespace stallscope
