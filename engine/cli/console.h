// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace stallscope::cli {

/// Where a command prints and what it may assume about that place.
struct Console {
    std::ostream& out;  ///< results
    std::ostream& err;  ///< errors, progress, log lines
    int input = -1;     ///< descriptor that control lines are read from; −1: none
    bool err_is_terminal = false;
    bool colour_out = false;  ///< a terminal, and NO_COLOR is not set
    bool colour_err = false;
    bool utf8 = true;                                  ///< the terminal shows more than ASCII
    std::function<int()> columns = [] { return 80; };  ///< of the terminal, now
    bool handles_signals = false;                      ///< SIGINT and SIGTERM cancel a run

    /// Standard streams of this process.
    static Console of_this_process();
};

/// Colours, or nothing.
class Paint {
public:
    explicit Paint(bool on) : m_on(on) {}
    std::string bold(std::string_view text) const { return wrap("1", text); }
    std::string dim(std::string_view text) const { return wrap("2", text); }
    std::string red(std::string_view text) const { return wrap("31", text); }
    std::string green(std::string_view text) const { return wrap("32", text); }
    std::string yellow(std::string_view text) const { return wrap("33", text); }

private:
    std::string wrap(std::string_view code, std::string_view text) const;
    bool m_on;
};

}  // namespace stallscope::cli
