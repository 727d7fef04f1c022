// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cmath>

#include "plan/json_text.h"

namespace stallscope {

namespace {

constexpr double exact_integers = 9007199254740992.0;  // 2^53

void append(std::string& out, double number) {
    std::array<char, 40> digits{};
    char* const end = digits.data() + digits.size();
    const bool whole = std::trunc(number) == number && std::abs(number) <= exact_integers;
    const auto written = whole ? std::to_chars(digits.data(), end, static_cast<long long>(number))
                               : std::to_chars(digits.data(), end, number);
    out.append(digits.data(), written.ptr);
}

void append(std::string& out, std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\r') {
            out += "\\r";
        } else if (byte < 0x20) {
            out += "\\u00";
            out += hex[byte >> 4];
            out += hex[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

void append(std::string& out, const Json& value) {
    if (const bool* flag = value.flag()) {
        out += *flag ? "true" : "false";
    } else if (const double* number = value.number()) {
        append(out, *number);
    } else if (const std::string* text = value.text()) {
        append(out, std::string_view(*text));
    } else if (const Json::Array* items = value.array()) {
        out += '[';
        for (const Json& item : *items) {
            if (&item != &items->front()) out += ',';
            append(out, item);
        }
        out += ']';
    } else if (const Json::Object* members = value.object()) {
        out += '{';
        for (const auto& [key, member] : *members) {
            if (out.back() != '{') out += ',';
            append(out, std::string_view(key));
            out += ':';
            append(out, member);
        }
        out += '}';
    } else {
        out += "null";
    }
}

}  // namespace

std::string canonical_json(const Json& value) {
    std::string out;
    append(out, value);
    return out;
}

}  // namespace stallscope
