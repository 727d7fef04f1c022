// SPDX-License-Identifier: Apache-2.0
#include "probe/marked_processes.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string_view>
#include <thread>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "probe/proc_text.h"

namespace stallscope {

namespace {

bool carries(pid_t pid, const std::string& entry) {
    const auto environment = read_kernel_file("/proc/" + std::to_string(pid) + "/environ");
    if (!environment) {
        return false;
    }
    std::string_view rest = *environment;
    while (!rest.empty()) {
        const std::string_view one = rest.substr(0, rest.find('\0'));
        if (one == entry) {
            return true;
        }
        rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    }
    return false;
}

std::string entry_for(const std::string& mark) {
    return run_mark_variable + ("=" + mark);
}

// Between looking and killing a process may end and its number be given to another: hold it by a
// descriptor, look again, and kill what the descriptor stands for. True: the signal was sent.
bool kill_if_marked(pid_t pid, const std::string& entry) {
#if defined(__linux__) && defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
    const int held = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (held >= 0) {
        const bool sent =
            carries(pid, entry) && syscall(SYS_pidfd_send_signal, held, SIGKILL, nullptr, 0) == 0;
        close(held);
        return sent;
    }
    if (errno != ENOSYS && errno != EPERM) {
        return false;
    }
#endif
    return carries(pid, entry) && kill(pid, SIGKILL) == 0;
}

}  // namespace

std::vector<pid_t> marked_processes(const std::string& mark) {
    const std::string entry = entry_for(mark);
    std::vector<pid_t> found;
    for (const pid_t pid : visible_processes()) {
        if (pid != getpid() && carries(pid, entry)) {
            found.push_back(pid);
        }
    }
    return found;
}

MarkedKilled kill_marked_processes(const std::string& mark) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    MarkedKilled outcome;
    for (;;) {
        outcome.left = marked_processes(mark);
        if (outcome.left.empty() || std::chrono::steady_clock::now() > give_up) {
            return outcome;
        }
        for (const pid_t pid : outcome.left) {
            outcome.signalled += kill_if_marked(pid, entry_for(mark)) ? 1 : 0;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

}  // namespace stallscope
