// SPDX-License-Identifier: Apache-2.0
#include "cli/device_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/words.h"

namespace stallscope::cli {
namespace {

constexpr std::size_t columns = 100;

using Table = std::vector<std::vector<std::string>>;

std::vector<std::size_t> widths_of(const Table& table) {
    std::vector<std::size_t> widths;
    for (const auto& row : table) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], display_width(row[i]));
        }
    }
    return widths;
}

std::string line_of(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
        line += " " + (i + 1 == row.size() ? row[i] : padded(row[i], widths[i]) + " ");
    }
    while (line.back() == ' ') line.pop_back();
    return line + "\n";
}

std::string below(const std::string& text) {
    return text.empty() ? "" : "      " + wrapped(text, columns, 6) + "\n";
}

/// What is wrong and what to do.
std::string explained(const std::string& why, const std::string& advice) {
    std::string text = with_full_stop(capitalised(printable(why)));
    if (!advice.empty()) {
        text += (text.empty() ? "" : " ") + with_full_stop(capitalised(printable(advice)));
    }
    return text;
}

/// Driver and clock of a real device; what is built in has neither worth a line.
std::string facts_of(const DeviceRow& row) {
    std::string text;
    if (!row.version.empty()) text += below("driver: " + printable(row.version));
    if (!row.version.empty() && !row.clock.empty()) text += below("clock: " + printable(row.clock));
    return text;
}

std::string painted(const std::string& line, const std::string& state, const Paint& paint) {
    if (state == "found") return line;
    return state == "blocked" || state == "unusable" ? paint.yellow(line) : paint.dim(line);
}

}  // namespace

std::string device_text(const std::vector<DeviceRow>& devices,
                        const std::vector<PythonRow>& pythons, const Paint& paint) {
    Table table = {{"DEVICE", "STATE", "EMULATED", "NAME"}};
    for (const auto& row : devices) {
        table.push_back({printable(row.id), row.state,
                         row.state != "found" ? ""
                         : row.emulated       ? "yes"
                                              : "no",
                         printable(row.name)});
    }
    auto widths = widths_of(table);
    std::string text = paint.bold(line_of(table[0], widths));
    for (std::size_t i = 0; i < devices.size(); ++i) {
        text += painted(line_of(table[i + 1], widths), devices[i].state, paint);
        text += facts_of(devices[i]) + below(explained(devices[i].why, devices[i].advice));
    }
    table = {{"PYTHON", "STATE", "LOCK", "PATH"}};
    for (const auto& row : pythons) {
        auto path = printable(row.path);
        if (!row.modules.empty()) path += "  (" + listed(row.modules) + ")";
        table.push_back({row.version.empty() ? "?" : row.version, row.state,
                         row.version.empty() ? ""
                         : row.gil           ? "GIL"
                                             : "free",
                         path});
    }
    widths = widths_of(table);
    text += "\n" + paint.bold(line_of(table[0], widths));
    for (std::size_t i = 0; i < pythons.size(); ++i) {
        text += painted(line_of(table[i + 1], widths), pythons[i].state, paint);
        text += below(explained(pythons[i].why, ""));
    }
    if (pythons.empty()) text += "  none was found: install Python 3.9 or newer\n";
    return text;
}

std::string device_json(const std::vector<DeviceRow>& devices,
                        const std::vector<PythonRow>& pythons) {
    using Json = nlohmann::ordered_json;
    Json all = {{"schema", 1}, {"devices", Json::array()}, {"pythons", Json::array()}};
    for (const auto& row : devices) {
        all["devices"].push_back({{"id", row.id},
                                  {"state", row.state},
                                  {"name", row.name},
                                  {"version", row.version},
                                  {"clock", row.clock},
                                  {"emulated", row.emulated},
                                  {"why", row.why},
                                  {"advice", row.advice}});
    }
    for (const auto& row : pythons) {
        all["pythons"].push_back({{"path", row.path},
                                  {"version", row.version},
                                  {"state", row.state},
                                  {"gil", row.gil},
                                  {"why", row.why},
                                  {"modules", row.modules}});
    }
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stallscope::cli
