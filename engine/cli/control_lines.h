// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "run/conductor.h"
#include "run/file_descriptor.h"

namespace stallscope::cli {

enum class Command { pause, resume, cancel };

/// One control line: {"cmd":"pause"}. Error: kind usage, for the log.
Result<Command> parse_control_line(std::string_view line);

void apply(Command command, Control& control);

/// Reads control lines from a descriptor on a thread of its own until it is destroyed, which never
/// waits for input. End of input means cancel: whoever asked for the run is gone.
class ControlReader {
public:
    /// `complain` hears lines that were not understood, on the reader's thread.
    ControlReader(int descriptor, Control& control,
                  std::function<void(const std::string&)> complain);
    ControlReader(const ControlReader&) = delete;
    ControlReader& operator=(const ControlReader&) = delete;
    ~ControlReader();

private:
    void read_until_stopped(int descriptor);
    void take(std::string_view line);

    Control& m_control;
    std::function<void(const std::string&)> m_complain;
    FileDescriptor m_stop_read, m_stop_write;
    std::thread m_thread;
};

}  // namespace stallscope::cli
