// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "plan/result.h"

namespace stallscope {

/// Holds a run file for one writer. SQLite's own locks let a second writer in between two
/// transactions, and a lock on the run file itself would take SQLite's with it when it is released
/// (POSIX drops all locks of a process with any descriptor), so the lock is a file beside it:
/// FILE-lock. It is removed on release; one that a killed engine left behind is free.
class RunLock {
public:
    /// Error: somebody holds it, or the folder cannot be written.
    static Result<RunLock> take(const std::filesystem::path& file);
    RunLock() = default;
    RunLock(RunLock&& other) noexcept;
    RunLock& operator=(RunLock&& other) noexcept;
    ~RunLock();
    void release();

private:
    int m_fd = -1;
    std::filesystem::path m_path;
};

}  // namespace stallscope
