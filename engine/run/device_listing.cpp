// SPDX-License-Identifier: Apache-2.0
#include "run/device_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <future>
#include <nlohmann/json.hpp>

#include "run/child_process.h"
#include "run/own_program.h"

namespace stallscope {
namespace {

using nlohmann::json;

constexpr std::string_view mark = "\nstallscope-devices:";

constexpr std::array known_states = {"found",     "no-library", "no-driver", "no-platform",
                                     "no-device", "unusable",   "not-built", "blocked"};

std::string text_of(const json& row, const char* key) {
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

DeviceRow row_of(const json& row) {
    DeviceRow device;
    device.id = text_of(row, "id");
    device.state = text_of(row, "state");
    device.name = text_of(row, "name");
    device.version = text_of(row, "version");
    device.clock = text_of(row, "clock");
    device.emulated = row.value("emulated", json(false)) == json(true);
    device.why = text_of(row, "why");
    device.advice = text_of(row, "advice");
    return device;
}

bool is_known_state(const std::string& state) {
    return std::find(known_states.begin(), known_states.end(), state) != known_states.end();
}

DeviceRow trouble(const std::string& backend, const char* state, std::string why,
                  std::string advice) {
    DeviceRow row;
    row.id = backend;
    row.state = state;
    row.name = backend;
    row.why = std::move(why);
    row.advice = std::move(advice);
    return row;
}

/// The last thing somebody printed, for a sentence: what a driver says before it dies is a clue.
std::string last_line(std::string_view text) {
    while (!text.empty() && std::strchr("\r\n ", text.back()) != nullptr) text.remove_suffix(1);
    const auto newline = text.rfind('\n');
    if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
    return std::string(text.substr(0, 120));
}

std::string with_last_words(std::string why, std::string_view output) {
    const auto words = last_line(output);
    return words.empty() ? why : fmt::format("{}; it said \"{}\"", why, words);
}

std::vector<DeviceRow> ask(const std::filesystem::path& program, const std::string& backend,
                           double limit_s) {
    ChildPlan plan;
    plan.argv = {program.string(), "probe-devices", backend};
    const auto output = run_child(plan, limit_s);
    const std::string advice = fmt::format(
        "update or remove its driver; experiments without {} are not affected", backend);
    if (!output) return {trouble(backend, "unusable", output.error().says, advice)};
    if (output->timed_out) {
        return {trouble(backend, "blocked",
                        fmt::format("its driver did not answer within {:g} s", limit_s), advice)};
    }
    if (output->signal != 0) {
        const auto why = fmt::format("looking for it crashed (signal {}, {})", output->signal,
                                     ::strsignal(output->signal));
        return {trouble(backend, "unusable", with_last_words(why, output->out), advice)};
    }
    auto rows = device_rows_in(output->out);
    if (!rows || output->exit_code != 0) {
        const auto why = rows ? fmt::format("looking for it ended with code {}", output->exit_code)
                              : rows.error().says;
        return {trouble(backend, "unusable", with_last_words(why, output->out), advice)};
    }
    return std::move(*rows);
}

}  // namespace

std::string device_rows_line(const std::vector<DeviceRow>& rows) {
    json array = json::array();
    for (const auto& row : rows) {
        array.push_back({{"id", row.id},
                         {"state", row.state},
                         {"name", row.name},
                         {"version", row.version},
                         {"clock", row.clock},
                         {"emulated", row.emulated},
                         {"why", row.why},
                         {"advice", row.advice}});
    }
    return std::string(mark) + array.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<std::vector<DeviceRow>> device_rows_in(std::string_view output) {
    const auto bad = [](std::string says) { return fail(ErrorKind::measurement, std::move(says)); };
    const auto at = output.rfind(mark);
    if (at == std::string_view::npos) return bad("looking for it gave no listing");
    const auto begin = at + mark.size();
    const auto line = output.substr(begin, output.find('\n', begin) - begin);
    const auto parsed = json::parse(line, nullptr, false);
    if (!parsed.is_array()) return bad("looking for it gave a broken listing");
    std::vector<DeviceRow> rows;
    for (const auto& row : parsed) {
        if (!row.is_object()) return bad("looking for it gave a broken listing");
        rows.push_back(row_of(row));
        if (rows.back().id.empty() || !is_known_state(rows.back().state)) {
            return bad(
                fmt::format("looking for it gave a row with the state \"{}\"", rows.back().state));
        }
    }
    return rows;
}

Result<std::vector<DeviceRow>> list_devices(double limit_s, const std::filesystem::path& named) {
    const auto program = named.empty() ? own_program().parent_path() / "stallscope" : named;
    std::error_code ignored;
    if (!std::filesystem::exists(program, ignored)) {
        return fail(ErrorKind::measurement, "the program that looks for devices is missing",
                    program.string(), "install or build again");
    }
    // All at once: a driver that hangs then costs its limit once, not the others' patience.
    std::vector<std::future<std::vector<DeviceRow>>> answers;
    for (const auto& backend : backends()) {
        answers.push_back(std::async(std::launch::async, ask, program, backend, limit_s));
    }
    std::vector<DeviceRow> rows;
    for (auto& answer : answers) {
        for (auto& row : answer.get()) rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace stallscope
