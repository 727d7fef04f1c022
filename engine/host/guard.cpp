// SPDX-License-Identifier: Apache-2.0
// No orphans: a native thread that outlives whatever the interpreter is doing. It only polls a
// pipe; when the engine is gone it ends everything that belongs to the run.
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/c_abi.h"

namespace {

constexpr const char* mark_name = "STALLSCOPE_RUN";
constexpr std::size_t longest_environment = 4u << 20;
constexpr int most_passes = 20;
constexpr useconds_t elders_time_us = 200'000;

struct Guard {
    int fd = -1;
    std::string mark;  ///< "STALLSCOPE_RUN=…", or empty
    std::vector<char>
        buffer;  ///< made before the run, so that an exhausted machine does not matter
};

/// The environment a process was started with, cut at the buffer's end.
std::string_view environment_of(pid_t pid, std::vector<char>& buffer) {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/%d/environ", static_cast<int>(pid));
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return {};
    std::size_t size = 0;
    while (size < buffer.size()) {
        const ssize_t got = read(fd, buffer.data() + size, buffer.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        size += static_cast<std::size_t>(got);
    }
    close(fd);
    return {buffer.data(), size};
}

bool carries(std::string_view environment, std::string_view mark) {
    for (std::size_t at = environment.find(mark); at != std::string_view::npos;
         at = environment.find(mark, at + 1)) {
        const std::size_t end = at + mark.size();
        if ((at == 0 || environment[at - 1] == '\0') &&
            (end == environment.size() || environment[end] == '\0'))
            return true;
    }
    return false;
}

pid_t pid_from(const char* name) {
    long pid = 0;
    for (; *name; ++name) {
        if (*name < '0' || *name > '9' || pid > 100'000'000) return 0;
        pid = pid * 10 + (*name - '0');
    }
    return static_cast<pid_t>(pid);
}

enum class Whom { younger, all };

/// Kills the marked processes outside our own group; true when there were any.
bool kill_marked_outside_the_group(Guard& guard, Whom whom) {
    bool found = false;
    DIR* processes = opendir("/proc");
    if (!processes) return false;
    while (const dirent* entry = readdir(processes)) {
        const pid_t pid = pid_from(entry->d_name);
        if (pid <= 1 || pid == getpid() || getpgid(pid) == getpgrp()) continue;
        if (whom == Whom::younger && pid < getpid()) continue;
        if (!carries(environment_of(pid, guard.buffer), guard.mark)) continue;
        if (kill(pid, SIGKILL) == 0) found = true;
    }
    closedir(processes);
    return found;
}

/// Several looks: somebody may have been forking during the first. A killed process stays in /proc
/// until it is reaped, but without an environment.
void kill_until_none_is_left(Guard& guard, Whom whom) {
    for (int pass = 0; pass < most_passes && kill_marked_outside_the_group(guard, whom); ++pass)
        usleep(1000);
}

/// Host and workers each have a guard, and all of them wake at once. None may kill another before
/// that one has seen to its stragglers: the oldest, the group's leader, is given time.
[[noreturn]] void end_everything(Guard& guard) {
    if (!guard.mark.empty()) {
        kill_until_none_is_left(guard, Whom::younger);
        if (getpid() != getpgrp()) usleep(elders_time_us);
        kill_until_none_is_left(guard, Whom::all);
    }
    kill(0, SIGKILL);
    _exit(137);
}

void* watch(void* argument) {
    const std::unique_ptr<Guard> guard(static_cast<Guard*>(argument));
    for (;;) {
        pollfd watched{guard->fd, 0, 0};  // hang-up is reported without being asked for
        const int ready = poll(&watched, 1, -1);
        if (ready < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        // A closed descriptor counts as well: nobody would tell us any more.
        if (ready < 0 || watched.revents) end_everything(*guard);
    }
}

}  // namespace

int stallscope_guard_start(int guard_fd) {
    // A copy of our own with a high number: users' code may close what it does not know.
    const int fd = fcntl(guard_fd, F_DUPFD_CLOEXEC, 200);
    if (fd < 0) return -errno;
    auto guard = std::make_unique<Guard>();
    guard->fd = fd;
    if (const char* mark = std::getenv(mark_name); mark && *mark)
        guard->mark = std::string(mark_name) + "=" + mark;
    guard->buffer.resize(longest_environment);

    // Signals are the interpreter's business, in its own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    const int error = pthread_create(&thread, &attributes, watch, guard.get());
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (error != 0) {
        close(fd);
        return -error;
    }
    (void)guard.release();  // the thread's now
    return 0;
}
