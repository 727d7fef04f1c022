// SPDX-License-Identifier: Apache-2.0
#include "run/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>

#include "run/file_descriptor.h"

extern char** environ;

namespace stallscope {
namespace {

std::vector<std::string> merged_environment(
    const std::vector<std::pair<std::string, std::string>>& added) {
    std::map<std::string, std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals != std::string_view::npos) {
            all.emplace(text.substr(0, equals), text.substr(equals + 1));
        }
    }
    for (const auto& [name, value] : added) all[name] = value;
    std::vector<std::string> lines;
    lines.reserve(all.size());
    for (const auto& [name, value] : all) lines.push_back(name + "=" + value);
    return lines;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (auto& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// execvpe searches PATH with malloc; look it up before the fork instead.
std::string program_path(const std::string& name) {
    if (name.find('/') != std::string::npos) return name;
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
    while (!rest.empty()) {
        const auto colon = rest.find(':');
        const auto folder = rest.substr(0, colon);
        rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
        const auto candidate = std::filesystem::path(folder.empty() ? "." : folder) / name;
        if (::access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) {
            return candidate.string();
        }
    }
    return {};
}

[[noreturn]] void child_fails(int error_pipe) {
    const int error = errno;
    [[maybe_unused]] const auto written = ::write(error_pipe, &error, sizeof error);
    ::_exit(127);
}

}  // namespace

Result<pid_t> start_child(const ChildPlan& plan) {
    if (plan.argv.empty()) return fail(ErrorKind::usage, "there is no program to start");
    const std::string program = program_path(plan.argv.front());
    if (program.empty()) {
        return fail(ErrorKind::measurement,
                    fmt::format("no program named \"{}\" on PATH", plan.argv.front()));
    }
    auto argv_texts = plan.argv;
    auto env_texts = merged_environment(plan.env);
    const auto argv = pointers_to(argv_texts);
    const auto env = pointers_to(env_texts);
    FileDescriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    int error_ends[2];
    if (::pipe2(error_ends, O_CLOEXEC) != 0) {
        return fail(ErrorKind::measurement,
                    fmt::format("no pipe could be made ({})", std::strerror(errno)));
    }
    FileDescriptor error_read(error_ends[0]);
    FileDescriptor error_write(error_ends[1]);

    const pid_t pid = ::fork();
    if (pid < 0) {
        return fail(ErrorKind::measurement,
                    fmt::format("no process could be started ({})", std::strerror(errno)));
    }
    if (pid == 0) {
        if (plan.own_group) ::setpgid(0, 0);
        sigset_t none;
        ::sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) ::signal(number, SIG_DFL);
        if (!plan.cwd.empty() && ::chdir(plan.cwd.c_str()) != 0) child_fails(error_write.get());
#ifdef __linux__
        if (!plan.cpus.empty()) {
            cpu_set_t set;
            CPU_ZERO(&set);
            for (const int cpu : plan.cpus) CPU_SET(static_cast<unsigned>(cpu), &set);
            if (::sched_setaffinity(0, sizeof set, &set) != 0) child_fails(error_write.get());
        }
#endif
        if (plan.nice != 0) {
            errno = 0;
            const int now = ::getpriority(PRIO_PROCESS, 0);
            if (::setpriority(PRIO_PROCESS, 0, now + plan.nice) != 0) {
                child_fails(error_write.get());
            }
        }
        ::dup2(null.get(), STDIN_FILENO);
        if (plan.out >= 0) {
            ::dup2(plan.out, STDOUT_FILENO);
            ::dup2(plan.out, STDERR_FILENO);
        }
        for (const int fd : plan.keep) ::fcntl(fd, F_SETFD, 0);
        ::execve(program.c_str(), argv.data(), env.data());
        child_fails(error_write.get());
    }
    if (plan.own_group) ::setpgid(pid, pid);  // both sides do it: neither may come too late
    error_write.reset();
    int error = 0;
    ssize_t got = 0;
    do {
        got = ::read(error_read.get(), &error, sizeof error);
    } while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof error)) {
        ::waitpid(pid, nullptr, 0);
        return fail(ErrorKind::measurement,
                    fmt::format("{} could not be started ({})", program, std::strerror(error)));
    }
    return pid;
}

Result<ChildOutput> run_child(const ChildPlan& asked, double limit_s,
                              const std::atomic<bool>* cancel) {
    constexpr std::size_t most = 1 << 20;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return fail(ErrorKind::measurement,
                    fmt::format("no pipe could be made ({})", std::strerror(errno)));
    }
    FileDescriptor read_end(ends[0]);
    FileDescriptor write_end(ends[1]);
    ChildPlan plan = asked;
    plan.out = write_end.get();
    const auto started = start_child(plan);
    if (!started) return tl::unexpected(started.error());
    write_end.reset();

    using Clock = std::chrono::steady_clock;
    const auto limit = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(limit_s));
    ChildOutput output;
    int status = 0;
    bool ended = false;
    bool open = true;
    while (!ended) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(limit - Clock::now()).count();
        output.cancelled = cancel != nullptr && *cancel;
        if (left <= 0 || output.cancelled) {
            output.timed_out = !output.cancelled;
            ::kill(plan.own_group ? -*started : *started, SIGKILL);
            ::waitpid(*started, &status, 0);
            break;
        }
        pollfd waiting{read_end.get(), POLLIN, 0};
        // A grandchild may keep the pipe open after the child ended: look at both.
        ::poll(&waiting, open ? 1 : 0, static_cast<int>(std::min<long long>(left, 20)));
        if (open && (waiting.revents & (POLLIN | POLLHUP)) != 0) {
            char buffer[16384];
            const auto got = ::read(read_end.get(), buffer, sizeof buffer);
            if (got <= 0) {
                open = false;
            } else if (output.out.size() < most) {
                output.out.append(
                    buffer, std::min(static_cast<std::size_t>(got), most - output.out.size()));
            }
            if (got > 0) continue;
        }
        ended = ::waitpid(*started, &status, WNOHANG) == *started;
    }
    if (plan.own_group) ::kill(-*started, SIGKILL);  // what it left behind
    output.exit_code =
        !output.timed_out && !output.cancelled && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    output.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return output;
}

std::string exit_sentence(int wait_status) {
    if (WIFEXITED(wait_status)) {
        return fmt::format("exited with code {}", WEXITSTATUS(wait_status));
    }
    if (WIFSIGNALED(wait_status)) {
        const int number = WTERMSIG(wait_status);
        return fmt::format("was killed by signal {} ({})", number, ::strsignal(number));
    }
    return "ended in an unknown way";
}

}  // namespace stallscope
