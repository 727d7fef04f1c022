// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command_line.h"

/// One call of the program inside this process: no terminal, no control lines, no signals.
struct Called {
    int code = -1;
    std::string out, err;
};

inline Called call(std::initializer_list<std::string> words) {
    std::ostringstream out, err;
    stallscope::cli::Console console{out, err};
    const std::vector<std::string> args(words);
    Called called;
    called.code = stallscope::cli::run_command_line(args, console);
    called.out = out.str();
    called.err = err.str();
    return called;
}

inline const std::string fixtures = STALLSCOPE_SOURCE_DIR "/tests/fixtures/cli/";

/// A folder that is gone when the test is over.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();
    std::string file(const std::string& name) const { return m_path + "/" + name; }
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};
