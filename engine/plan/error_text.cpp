// SPDX-License-Identifier: Apache-2.0
#include "plan/result.h"

namespace stallscope {

namespace {

bool ends_a_sentence(std::string_view text) {
    return !text.empty() && (text.back() == '.' || text.back() == '?' || text.back() == '!');
}

void append_line(std::string& out, const Error& error) {
    if (!out.empty()) out += '\n';
    if (!error.where.empty()) out += error.where + ": ";
    out += error.says;
    if (error.hint.empty()) return;
    out += ends_a_sentence(error.says) ? " " : ". ";
    out += error.hint;
}

}  // namespace

std::string to_text(const Error& error) {
    std::string out;
    append_line(out, error);
    for (const Error& further : error.also) {
        const std::string lines = to_text(further);
        out += '\n';
        out += lines;
    }
    return out;
}

}  // namespace stallscope
