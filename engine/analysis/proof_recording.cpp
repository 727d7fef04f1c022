// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_recording.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

namespace stallscope {
namespace {

constexpr std::string_view first_line = "# stallscope recording 1";
constexpr std::string_view columns =
    "cycle,half,position,cell,stream,metric,n,parts,typical,p95,cost_ms";
constexpr std::size_t column_count = 11;

/// Seven digits after the point, without zeros that say nothing.
std::string log_text(const std::optional<double>& value) {
    if (!value) {
        return {};
    }
    std::string text = fmt::format("{:.7f}", *value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

/// The whole field as a number, else false.
template <class T>
bool read_number(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

bool read_finite(std::string_view text, double& value) {
    return read_number(text, value) && std::isfinite(value);
}

bool read_optional(std::string_view text, std::optional<double>& value) {
    double number = 0;
    if (text.empty()) {
        return true;
    }
    if (!read_finite(text, number)) {
        return false;
    }
    value = number;
    return true;
}

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const auto comma = line.find(',');
        fields.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) {
            return fields;
        }
        line.remove_prefix(comma + 1);
    }
}

/// Empty when the row is good, else what is wrong with it.
std::string read_row(std::string_view line, RecordedHalf& row) {
    const auto fields = fields_of(line);
    if (fields.size() != column_count) {
        return fmt::format("{} fields instead of {}", fields.size(), column_count);
    }
    const auto wrong = [&](std::size_t at, std::string_view wanted) {
        return fmt::format("field {} is \"{}\", not {}", at + 1, fields[at], wanted);
    };
    if (!read_number(fields[0], row.cycle) || row.cycle < 0) return wrong(0, "a cycle");
    if (!read_number(fields[1], row.half) || row.half < 0 || row.half > 2) {
        return wrong(1, "a half: 0, 1 or 2");
    }
    if (!read_number(fields[2], row.position) || row.position < 0) return wrong(2, "a position");
    row.cell = fields[3];
    if (row.cell != "A" && row.cell != "A2") return wrong(3, "A or A2");
    row.stream = fields[4];
    row.metric = fields[5];
    if (row.stream.empty()) return wrong(4, "a stream");
    if (row.metric.empty()) return wrong(5, "a metric");
    if (!read_number(fields[6], row.n) || row.n < 1) return wrong(6, "a number of requests");
    if (!read_number(fields[7], row.parts) || row.parts < 1) return wrong(7, "a number of parts");
    if (!read_optional(fields[8], row.typical)) return wrong(8, "a number or nothing");
    if (!read_optional(fields[9], row.p95)) return wrong(9, "a number or nothing");
    if (!read_finite(fields[10], row.cost_ms)) return wrong(10, "a number");
    return {};
}

/// Empty when the fact is good or unknown to this version, else what is wrong with it.
std::string read_fact(std::string_view key, std::string_view value, Recording& recording) {
    const auto number = [&](auto& to) {
        return read_number(value, to) ? std::string()
                                      : fmt::format("{} is \"{}\", not a number", key, value);
    };
    if (key == "name") recording.name = value;
    if (key == "workload") recording.workload = value;
    if (key == "machine") recording.machine = value;
    if (key == "order") recording.order = value;
    if (key == "load") recording.load = value;
    if (key == "foreign_cpu") return number(recording.foreign_cpu);
    if (key == "window_ms") return number(recording.window_ms);
    if (key == "parts") return number(recording.parts);
    if (key == "cycles") return number(recording.cycles);
    return {};
}

}  // namespace

std::optional<double> RecordedHalf::mean() const {
    if (n < 1 || !(cost_ms > 0)) {
        return std::nullopt;
    }
    const double per_request = cost_ms / static_cast<double>(n);
    return std::log(metric == "throughput" ? per_request / 1000 : per_request);
}

std::string recording_csv(const Recording& recording) {
    std::string csv = fmt::format(
        "{}\n# name: {}\n# workload: {}\n# machine: {}\n# order: {}\n# load: {}\n"
        "# foreign_cpu: {:.3f}\n# window_ms: {:g}\n# parts: {}\n# cycles: {}\n{}\n",
        first_line, recording.name, recording.workload, recording.machine, recording.order,
        recording.load, recording.foreign_cpu, recording.window_ms, recording.parts,
        recording.cycles, columns);
    for (const RecordedHalf& row : recording.halves) {
        csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{:.3f}\n", row.cycle, row.half,
                           row.position, row.cell, row.stream, row.metric, row.n, row.parts,
                           log_text(row.typical), log_text(row.p95), row.cost_ms);
    }
    return csv;
}

Result<Recording> parse_recording(std::string_view csv, const std::string& where) {
    Recording recording;
    bool has_columns = false;
    int number = 0;
    const auto broken = [&](std::string says, std::string hint = {}) {
        return fail(ErrorKind::measurement, fmt::format("line {}: {}", number, says), where,
                    std::move(hint));
    };
    while (!csv.empty()) {
        const auto end = csv.find('\n');
        std::string_view line = csv.substr(0, end);
        csv.remove_prefix(end == std::string_view::npos ? csv.size() : end + 1);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        ++number;
        if (number == 1) {
            if (line != first_line) {
                return broken("this is no recording of this version",
                              fmt::format("it must begin with \"{}\"", first_line));
            }
        } else if (line.starts_with("# ")) {
            const auto colon = line.find(": ");
            if (colon == std::string_view::npos) {
                return broken("a fact is \"# key: value\"");
            }
            const auto says =
                read_fact(line.substr(2, colon - 2), line.substr(colon + 2), recording);
            if (!says.empty()) {
                return broken(says);
            }
        } else if (!has_columns) {
            if (line != columns) {
                return broken("the columns are not those of a recording",
                              fmt::format("they are {}", columns));
            }
            has_columns = true;
        } else {
            const auto says = read_row(line, recording.halves.emplace_back());
            if (!says.empty()) {
                return broken(says);
            }
        }
    }
    if (recording.halves.empty()) {
        return fail(ErrorKind::measurement, "the recording has no half-visit", where,
                    "the file was cut off: make it anew");
    }
    return recording;
}

Result<Recording> read_recording(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        return fail(ErrorKind::measurement, "cannot read the recording", file.string(),
                    "check the path");
    }
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    return parse_recording(text, file.string());
}

}  // namespace stallscope
