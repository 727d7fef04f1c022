// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "cli/console.h"
#include "run/events.h"

namespace stallscope::cli {

/// Shows a run while it goes on. Not thread-safe: its owner takes turns.
class Display {
public:
    virtual ~Display() = default;
    virtual void hear(const events::Event& event) = 0;
    /// A log line for people, without a newline.
    virtual void say(const std::string& line) = 0;
    /// Takes away whatever should not stay on the screen. Nothing is heard afterwards.
    virtual void end() {}
};

/// A bottom line that is redrawn in place, and a line for every finished visit above it.
std::unique_ptr<Display> terminal_display(Console& console);
/// One line per step and visit.
std::unique_ptr<Display> plain_display(Console& console);
/// Only what is wrong.
std::unique_ptr<Display> quiet_display(Console& console);
/// Events as JSON lines on `out`, the rest on `err`. The first line is a hello, whatever comes.
std::unique_ptr<Display> event_lines(Console& console);

}  // namespace stallscope::cli
