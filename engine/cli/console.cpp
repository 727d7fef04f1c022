// SPDX-License-Identifier: Apache-2.0
#include "cli/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>

namespace stallscope::cli {
namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// https://no-color.org: present and not empty, whatever its value.
bool colour_is_welcome() {
    return variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

bool locale_is_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        std::string value = variable(name);
        if (value.empty()) continue;
        std::transform(value.begin(), value.end(), value.begin(), [](char letter) {
            return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        });
        return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    }
    return false;
}

int columns_of_standard_error() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const int named = std::atoi(variable("COLUMNS").c_str());
    return named > 0 ? named : 80;
}

}  // namespace

Console Console::of_this_process() {
    Console console{std::cout, std::cerr};
    console.input = STDIN_FILENO;
    console.err_is_terminal = ::isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
    console.colour_err = ::isatty(STDERR_FILENO) == 1 && colour_is_welcome();
    console.colour_out = ::isatty(STDOUT_FILENO) == 1 && colour_is_welcome();
    console.utf8 = locale_is_utf8();
    console.columns = columns_of_standard_error;
    console.handles_signals = true;
    return console;
}

std::string Paint::wrap(std::string_view code, std::string_view text) const {
    if (!m_on) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace stallscope::cli
