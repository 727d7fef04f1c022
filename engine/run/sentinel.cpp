// SPDX-License-Identifier: Apache-2.0
#include "run/sentinel.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "probe/marked_processes.h"

namespace stallscope {
namespace {

[[noreturn]] void keep_watch(int guard, const std::string& mark) {
    ::setsid();  // a Ctrl-C in the terminal is for the engine
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(number, SIG_IGN);
    // Whoever waits for the end of the engine's output must not wait for us.
    const long most = ::sysconf(_SC_OPEN_MAX);
    for (int fd = 0; fd < std::min(most, 4096L); ++fd) {
        if (fd != guard) ::close(fd);
    }
    pollfd hang_up{guard, 0, 0};
    while (::poll(&hang_up, 1, -1) < 0 && errno == EINTR) {
    }
    kill_marked_processes(mark);
    ::_exit(0);
}

}  // namespace

Result<Sentinel> Sentinel::start(const std::string& mark) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return fail(ErrorKind::measurement,
                    fmt::format("no guard pipe could be made ({})", std::strerror(errno)));
    }
    Sentinel sentinel;
    sentinel.m_read = FileDescriptor(ends[0]);
    sentinel.m_write = FileDescriptor(ends[1]);
    sentinel.m_pid = ::fork();
    if (sentinel.m_pid < 0) {
        return fail(ErrorKind::measurement,
                    fmt::format("no process could be started ({})", std::strerror(errno)));
    }
    if (sentinel.m_pid == 0) keep_watch(ends[0], mark);
    return sentinel;
}

Sentinel::Sentinel(Sentinel&& other) noexcept
    : m_read(std::move(other.m_read)),
      m_write(std::move(other.m_write)),
      m_pid(std::exchange(other.m_pid, -1)) {}

Sentinel::~Sentinel() {
    m_write.reset();
    if (m_pid > 0) ::waitpid(m_pid, nullptr, 0);
}

}  // namespace stallscope
