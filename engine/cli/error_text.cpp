// SPDX-License-Identifier: Apache-2.0
#include "cli/error_text.h"

#include "cli/words.h"

namespace stallscope::cli {
namespace {

void collect(const Error& error, std::vector<Error>& all) {
    all.push_back(error);
    all.back().also.clear();
    for (const auto& further : error.also) collect(further, all);
}

std::string line_of(std::string_view prefix, const Error& error) {
    std::string line(prefix);
    if (!error.where.empty() && error.where != prefix) line += ": " + printable(error.where);
    line += ": " + with_full_stop(printable(error.says));
    // Hints are written as half sentences; on a line of their own they begin like one.
    if (!error.hint.empty()) line += " " + with_full_stop(capitalised(printable(error.hint)));
    return line + "\n";
}

}  // namespace

std::vector<Error> flattened(const Error& error) {
    std::vector<Error> all;
    collect(error, all);
    return all;
}

std::string fault_lines(std::string_view file, const Error& error) {
    std::string text;
    for (const auto& fault : flattened(error)) text += line_of(file, fault);
    return text;
}

std::string error_lines(const Error& error) {
    return fault_lines("stallscope", error);
}

}  // namespace stallscope::cli
