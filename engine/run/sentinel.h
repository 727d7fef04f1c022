// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "plan/result.h"
#include "run/file_descriptor.h"

namespace stallscope {

/// Sees to it that no process of a run outlives the engine, however the engine ends.
///
/// Hosts and workers guard themselves once our library is loaded (stallscope_guard_start). Before
/// that moment, and where an "interpreter" is something else altogether, nobody would: so one small
/// process, forked when the run starts, sleeps on the same pipe and, when its last write end is
/// gone, kills whatever carries the run's mark.
class Sentinel {
public:
    /// `mark` is the value of STALLSCOPE_RUN in everything the run starts.
    static Result<Sentinel> start(const std::string& mark);
    Sentinel(Sentinel&& other) noexcept;
    Sentinel& operator=(Sentinel&&) = delete;
    ~Sentinel();

    /// Read end of the guard pipe, for hosts to inherit. The write end is the engine's alone.
    int guard_fd() const { return m_read.get(); }

private:
    Sentinel() = default;
    FileDescriptor m_read;
    FileDescriptor m_write;
    pid_t m_pid = -1;
};

}  // namespace stallscope
