// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/host_protocol.h"
#include "plan/experiment.h"
#include "plan/result.h"
#include "run/conductor.h"
#include "run/file_descriptor.h"

namespace stallscope {

/// What every host of a run has in common.
struct HostSurroundings {
    const Installation* installation = nullptr;
    int guard_fd = -1;
    std::string mark;  ///< STALLSCOPE_RUN
};

/// Called every few milliseconds while the engine waits for a host; an error ends the wait.
using Tick = std::function<Result<void>()>;

/// A host and its process group. The destructor leaves nothing of it behind.
class HostProcess {
public:
    /// Starts the interpreter (unused by a native host) and waits for its hello (limit 60 s).
    static Result<HostProcess> start(const Host& host, const std::string& interpreter, int arena_fd,
                                     const HostSurroundings& surroundings, const Tick& tick);
    HostProcess(HostProcess&&) noexcept;
    HostProcess& operator=(HostProcess&&) = delete;
    ~HostProcess();

    pid_t pid() const { return m_pid; }
    const protocol::Hello& hello() const { return m_hello; }

    Result<void> send(std::string_view line);

    /// The next event; none within `limit_s` is an error, so are a fault and the host's death.
    Result<protocol::Event> wait(double limit_s, std::string_view what, const Tick& tick);

    /// Sends a line and waits for the event of type T.
    template <class T>
    Result<T> ask(std::string_view line, double limit_s, std::string_view what, const Tick& tick) {
        if (auto sent = send(line); !sent) return tl::unexpected(sent.error());
        auto event = wait(limit_s, what, tick);
        if (!event) return tl::unexpected(event.error());
        if (auto* answer = std::get_if<T>(&*event)) return std::move(*answer);
        return fail(ErrorKind::measurement,
                    std::string("the host answered something else than ") + std::string(what));
    }

    /// Asks it to close and waits; kills the group in any case. An exit code other than 0 is an
    /// error.
    Result<void> close(const Tick& tick);
    /// Kills the process group.
    void kill();

    /// Last lines of what the host and its workers printed, at most 2,000 bytes.
    std::string log_tail() const;

private:
    HostProcess() = default;
    void read_log();
    Error death();
    Error with_log(Error error) const;

    pid_t m_pid = -1;
    bool m_reaped = false;
    int m_status = 0;
    FileDescriptor m_control;
    FileDescriptor m_log;
    std::string m_log_tail;
    protocol::Hello m_hello;
    protocol::LineSplitter m_lines;
};

}  // namespace stallscope
