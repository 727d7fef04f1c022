// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <array>

#include "run/conductor.h"

namespace stallscope::cli {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP cancels the run (what is stored stays) and a
/// second one ends the program at once with 130; hosts die with it. A closed pipe is an error of
/// the stream, not a signal. There is at most one at a time.
class Interrupts {
public:
    explicit Interrupts(Control& control);
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

private:
    std::array<struct sigaction, 4> m_before{};
};

}  // namespace stallscope::cli
