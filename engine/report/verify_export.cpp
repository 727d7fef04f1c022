// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "plan/text_guard.h"
#include "report/export_files.h"
#include "report/report.h"
#include "report/requests_csv.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* advice =
    "the file was edited, or comes from another run or version; export again";

tl::unexpected<Error> differs(const fs::path& file, const std::string& place) {
    return fail(ErrorKind::stale, "differs from what the raw data gives, first at " + place,
                file.string(), advice);
}

Result<std::string> read_whole(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (!in) {
        return fail(ErrorKind::measurement, "cannot be read", file.string(),
                    "check the file's rights");
    }
    return text;
}

/// At most one line, short enough for a message.
std::string quoted_line(std::string_view text, std::size_t at) {
    if (at >= text.size()) {
        return "nothing";
    }
    const auto end = std::min(text.find('\n', at), at + 120);
    return "\"" + std::string(text.substr(at, end - at)) + "\"";
}

std::string line_place(std::string_view found, std::string_view expected) {
    const auto [a, b] = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
    const auto same = static_cast<std::size_t>(a - found.begin());
    const auto line = std::count(found.begin(), a, '\n') + 1;
    const auto start = found.substr(0, same).rfind('\n');
    const std::size_t from = start == std::string_view::npos ? 0 : start + 1;
    return fmt::format("line {}: {} where {} is expected", line, quoted_line(found, from),
                       quoted_line(expected, from));
}

/// Pointer of the first value that differs, in the order of the keys.
std::string first_pointer(const Json& found, const Json& expected, const std::string& at) {
    if (found.type() != expected.type() || found.is_primitive() ||
        (found.is_array() && found.size() != expected.size())) {
        return at;
    }
    if (found.is_array()) {
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i] != expected[i]) {
                return first_pointer(found[i], expected[i], fmt::format("{}/{}", at, i));
            }
        }
        return at;
    }
    for (const auto& [key, value] : expected.items()) {
        const auto other = found.find(key);
        Json::json_pointer step;
        step /= key;
        if (other == found.end()) {
            return at + step.to_string();
        }
        if (*other != value) {
            return first_pointer(*other, value, at + step.to_string());
        }
    }
    for (const auto& [key, value] : found.items()) {
        if (!expected.contains(key)) {
            Json::json_pointer step;
            step /= key;
            return at + step.to_string();
        }
    }
    return at;
}

std::string json_place(const std::string& found, const std::string& expected) {
    if (guard_text(found)) {
        const Json mine = Json::parse(found, nullptr, false);
        const Json theirs = Json::parse(expected, nullptr, false);
        if (!mine.is_discarded() && mine != theirs) {
            const std::string pointer = first_pointer(mine, theirs, "");
            return (pointer.empty() ? std::string("the top") : pointer) + ", " +
                   line_place(found, expected);
        }
    }
    return line_place(found, expected);
}

Result<void> verify_csv(const RunReader& run, const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::int64_t line = 1;
    std::string found;
    auto same = each_piece_of_requests_csv(run, [&](std::string_view piece) -> Result<void> {
        found.resize(piece.size());
        in.read(found.data(), static_cast<std::streamsize>(piece.size()));
        found.resize(static_cast<std::size_t>(in.gcount()));
        if (found != piece) {
            const auto at = std::mismatch(found.begin(), found.end(), piece.begin(), piece.end());
            line += std::count(found.begin(), at.first, '\n');
            return differs(file, fmt::format("line {}", line));
        }
        line += std::count(piece.begin(), piece.end(), '\n');
        return {};
    });
    if (same && in.peek() != std::ifstream::traits_type::eof()) {
        return differs(file, fmt::format("line {}, where it should end", line));
    }
    return same;
}

}  // namespace

Result<void> verify_export(const RunReader& run, const fs::path& directory) {
    std::error_code ignored;
    const bool json = fs::exists(directory / results_file, ignored);
    const bool tables = fs::exists(directory / tables_file, ignored);
    const bool csv = fs::exists(directory / requests_file, ignored);
    if (!json && !tables && !csv) {
        return fail(ErrorKind::stale, "no export is there to compare", directory.string(),
                    fmt::format("it should hold {}, {} or {}; make one with: stallscope export",
                                results_file, tables_file, requests_file));
    }
    const auto results = analyse(run);
    if (!results) {
        return tl::unexpected(results.error());
    }
    if (json) {
        const auto found = read_whole(directory / results_file);
        if (!found) {
            return tl::unexpected(found.error());
        }
        if (const std::string expected = results_json(*results); *found != expected) {
            return differs(directory / results_file, json_place(*found, expected));
        }
    }
    if (tables) {
        const auto found = read_whole(directory / tables_file);
        if (!found) {
            return tl::unexpected(found.error());
        }
        if (const std::string expected = tables_markdown(*results); *found != expected) {
            return differs(directory / tables_file, line_place(*found, expected));
        }
    }
    return csv ? verify_csv(run, directory / requests_file) : Result<void>{};
}

}  // namespace stallscope
