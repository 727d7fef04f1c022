// SPDX-License-Identifier: Apache-2.0
#include "record/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace stallscope {

namespace {

bool still_names(const std::filesystem::path& path, int fd) {
    struct stat named {};
    struct stat held {};
    return stat(path.c_str(), &named) == 0 && fstat(fd, &held) == 0 &&
           named.st_ino == held.st_ino && named.st_dev == held.st_dev;
}

}  // namespace

Result<RunLock> RunLock::take(const std::filesystem::path& file) {
    RunLock lock;
    lock.m_path = file;
    lock.m_path += "-lock";
    // Whoever releases removes the file first: a lock on a removed file is worth nothing, so look
    // again and try anew.
    for (int attempt = 0; attempt < 100; ++attempt) {
        lock.m_fd = open(lock.m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (lock.m_fd < 0) {
            return fail(ErrorKind::measurement,
                        fmt::format("the run's lock file cannot be made: {}", std::strerror(errno)),
                        lock.m_path.string(),
                        "Write to a folder that exists, is yours and has space left");
        }
        if (flock(lock.m_fd, LOCK_EX | LOCK_NB) != 0) {
            const int reason = errno;
            ::close(std::exchange(lock.m_fd, -1));
            if (reason == EWOULDBLOCK) {
                return fail(ErrorKind::measurement, "another program is writing this run",
                            file.string(), "Wait until it has finished, or stop it, and try again");
            }
            return fail(ErrorKind::measurement,
                        fmt::format("the run cannot be locked: {}", std::strerror(reason)),
                        lock.m_path.string(),
                        "Write the run file to a local disk and copy it afterwards");
        }
        if (still_names(lock.m_path, lock.m_fd)) {
            return lock;
        }
        ::close(std::exchange(lock.m_fd, -1));
    }
    return fail(ErrorKind::measurement, "the run's lock file is made and removed all the time",
                lock.m_path.string(), "Look which programs write this run");
}

RunLock::RunLock(RunLock&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)), m_path(std::move(other.m_path)) {}

RunLock& RunLock::operator=(RunLock&& other) noexcept {
    if (this != &other) {
        release();
        m_fd = std::exchange(other.m_fd, -1);
        m_path = std::move(other.m_path);
    }
    return *this;
}

RunLock::~RunLock() {
    release();
}

void RunLock::release() {
    if (m_fd >= 0) {
        unlink(m_path.c_str());
        ::close(std::exchange(m_fd, -1));
    }
}

}  // namespace stallscope
