// SPDX-License-Identifier: Apache-2.0
#include "run/host_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "run/child_process.h"

namespace stallscope {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int tick_ms = 10;
constexpr double hello_limit_s = 60;
constexpr std::size_t log_kept = 2000;

double seconds_since(SteadyClock::time_point start) {
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

Error system_error(std::string_view what) {
    return Error{
        ErrorKind::measurement, fmt::format("{} ({})", what, std::strerror(errno)), {}, {}, {}};
}

}  // namespace

Result<HostProcess> HostProcess::start(const Host& host, const std::string& interpreter,
                                       int arena_fd, const HostSurroundings& surroundings,
                                       const Tick& tick) {
    int control[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) != 0) {
        return tl::unexpected(system_error("no socket pair could be made"));
    }
    FileDescriptor ours(control[0]);
    FileDescriptor theirs(control[1]);
    int log[2];
    if (::pipe2(log, O_CLOEXEC | O_NONBLOCK) != 0) {
        return tl::unexpected(system_error("no pipe could be made"));
    }
    FileDescriptor log_read(log[0]);
    FileDescriptor log_write(log[1]);
#ifdef F_SETPIPE_SZ
    // A chatty callable must not be blocked by our reading rhythm.
    ::fcntl(log_write.get(), F_SETPIPE_SZ, 1 << 20);
#endif
    ::fcntl(log_write.get(), F_SETFL, 0);  // the host's prints block like on any pipe

    const Installation& installation = *surroundings.installation;
    ChildPlan plan;
    if (host.kind == HostKind::native) {
        plan.argv = {installation.engine.string(), "batch-host"};
    } else {
        plan.argv = {interpreter, (installation.python_runtime / "stallscope_host.py").string()};
    }
    for (std::string argument :
         {std::string("--control"), std::to_string(theirs.get()), std::string("--arena"),
          std::to_string(arena_fd), std::string("--guard"), std::to_string(surroundings.guard_fd),
          std::string("--library"), installation.host_library.string()}) {
        plan.argv.push_back(std::move(argument));
    }
    plan.env = {{"STALLSCOPE_RUN", surroundings.mark},
                {"POCL_CACHE_DIR", (installation.user_cache / "pocl").string()}};
    for (const auto& [name, value] : host.env) plan.env.emplace_back(name, value);
    plan.cwd = host.cwd;
    plan.cpus = host.cpus;
    plan.nice = host.nice;
    plan.keep = {theirs.get(), arena_fd, surroundings.guard_fd};
    plan.out = log_write.get();

    const auto pid = start_child(plan);
    if (!pid) return tl::unexpected(pid.error());
    HostProcess process;
    process.m_pid = *pid;
    process.m_control = std::move(ours);
    process.m_log = std::move(log_read);
    ::fcntl(process.m_control.get(), F_SETFL, O_NONBLOCK);
    theirs.reset();
    log_write.reset();

    auto event = process.wait(hello_limit_s, "its hello", tick);
    if (!event) return tl::unexpected(event.error());
    const auto* hello = std::get_if<protocol::Hello>(&*event);
    if (hello == nullptr) {
        return fail(ErrorKind::measurement, "the host's first line was not its hello");
    }
    if (hello->protocol != protocol::version) {
        return fail(ErrorKind::measurement,
                    fmt::format("the host speaks protocol {}, this engine {}", hello->protocol,
                                protocol::version),
                    {}, "use the Python runtime that came with this engine");
    }
    process.m_hello = *hello;
    return process;
}

HostProcess::HostProcess(HostProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)),
      m_reaped(other.m_reaped),
      m_status(other.m_status),
      m_control(std::move(other.m_control)),
      m_log(std::move(other.m_log)),
      m_log_tail(std::move(other.m_log_tail)),
      m_hello(std::move(other.m_hello)),
      m_lines(std::move(other.m_lines)) {}

HostProcess::~HostProcess() {
    kill();
}

Result<void> HostProcess::send(std::string_view line) {
    while (!line.empty()) {
        const auto sent = ::send(m_control.get(), line.data(), line.size(), MSG_NOSIGNAL);
        if (sent >= 0) {
            line.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno == EINTR) continue;
        if (errno == EAGAIN) {
            pollfd room{m_control.get(), POLLOUT, 0};
            if (::poll(&room, 1, 10'000) > 0) continue;
            return fail(ErrorKind::measurement, "the host does not read its commands");
        }
        return tl::unexpected(death());
    }
    return {};
}

Result<protocol::Event> HostProcess::wait(double limit_s, std::string_view what, const Tick& tick) {
    const auto start = SteadyClock::now();
    bool open = true;
    while (true) {
        auto line = m_lines.next();
        if (!line) return tl::unexpected(with_log(line.error()));
        if (*line) {
            auto event = protocol::parse_event(**line);
            if (!event) return tl::unexpected(with_log(event.error()));
            if (const auto* fault = std::get_if<protocol::Fault>(&*event)) {
                Error error{ErrorKind::measurement, fault->says, fault->where, fault->detail, {}};
                return tl::unexpected(with_log(std::move(error)));
            }
            return event;
        }
        if (!open) return tl::unexpected(death());
        if (auto go_on = tick(); !go_on) return tl::unexpected(go_on.error());
        if (seconds_since(start) > limit_s) {
            return tl::unexpected(
                with_log(Error{ErrorKind::measurement,
                               fmt::format("the host hangs: no {} within {:.0f} s", what, limit_s),
                               {},
                               {},
                               {}}));
        }
        pollfd waiting[2] = {{m_control.get(), POLLIN, 0}, {m_log.get(), POLLIN, 0}};
        ::poll(waiting, m_log ? 2 : 1, tick_ms);
        if (m_log && waiting[1].revents != 0) read_log();
        if (waiting[0].revents == 0) continue;
        char buffer[65536];
        const auto got = ::recv(m_control.get(), buffer, sizeof buffer, 0);
        if (got > 0) {
            m_lines.add({buffer, static_cast<std::size_t>(got)});
        } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            open = false;  // what was said before is still read
        }
    }
}

Result<void> HostProcess::close(const Tick& tick) {
    auto done = ask<protocol::Done>(protocol::close_line(), 10, "farewell", tick);
    if (!done) {
        kill();
        return tl::unexpected(done.error());
    }
    const auto start = SteadyClock::now();
    while (!m_reaped && seconds_since(start) < 10) {
        read_log();
        if (::waitpid(m_pid, &m_status, WNOHANG) == m_pid) {
            m_reaped = true;
        } else {
            ::usleep(2000);
        }
    }
    const bool by_itself = m_reaped;
    const int status = m_status;
    kill();
    if (!by_itself) return fail(ErrorKind::measurement, "the host said goodbye and did not go");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return fail(ErrorKind::measurement, "the host " + exit_sentence(status));
    }
    return {};
}

void HostProcess::kill() {
    if (m_pid <= 0) return;
    ::kill(-m_pid, SIGKILL);
    if (!m_reaped) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, &m_status, 0);
        m_reaped = true;
    }
    m_pid = -1;
}

std::string HostProcess::log_tail() const {
    return m_log_tail;
}

void HostProcess::read_log() {
    char buffer[16384];
    for (int rounds = 0; rounds < 64 && m_log; ++rounds) {
        const auto got = ::read(m_log.get(), buffer, sizeof buffer);
        if (got < 0) return;
        if (got == 0) {
            m_log.reset();
            return;
        }
        m_log_tail.append(buffer, static_cast<std::size_t>(got));
        if (m_log_tail.size() > log_kept) m_log_tail.erase(0, m_log_tail.size() - log_kept);
    }
}

Error HostProcess::death() {
    const auto start = SteadyClock::now();
    while (!m_reaped && seconds_since(start) < 1) {
        if (::waitpid(m_pid, &m_status, WNOHANG) == m_pid) {
            m_reaped = true;
        } else {
            ::usleep(2000);
        }
    }
    read_log();
    return with_log(Error{ErrorKind::measurement,
                          m_reaped ? "the host " + exit_sentence(m_status)
                                   : std::string("the host closed its control socket"),
                          {},
                          {},
                          {}});
}

Error HostProcess::with_log(Error error) const {
    if (!m_log_tail.empty()) {
        if (!error.hint.empty()) error.hint += "\n";
        error.hint += "the host's last output:\n" + m_log_tail;
    }
    return error;
}

}  // namespace stallscope
