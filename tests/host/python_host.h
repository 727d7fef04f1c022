// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/host_protocol.h"
#include "record/arena.h"

namespace stallscope {

/// Path of a python3 (3.9 or newer) on the PATH, empty if there is none: the test is skipped.
std::string python3();

/// A marker for STALLSCOPE_RUN that no other process has.
std::string fresh_mark();

/// Processes whose environment has STALLSCOPE_RUN=mark; zombies have none.
std::vector<pid_t> processes_with(const std::string& mark);

/// The records of a visit, by kind and request (for calls: by lane and number).
struct Records {
    std::map<std::uint64_t, StampRecord> clients, dispatches, services;
    std::map<std::pair<std::uint32_t, std::uint64_t>, StampRecord> calls;
    std::size_t duplicates = 0, strangers = 0;
    std::map<std::uint32_t, std::int64_t> watermarks;
};

/// The engine's side of the protocol, as small as it can be, with the real Python host.
class PythonHost {
public:
    /// Starts it and reads its hello.
    explicit PythonHost(std::uint32_t rings = 16, std::string mark = fresh_mark());
    PythonHost(const PythonHost&) = delete;
    PythonHost& operator=(const PythonHost&) = delete;
    ~PythonHost();  ///< kills the group

    pid_t pid() const { return m_pid; }
    const std::string& mark() const { return m_mark; }
    Arena& arena() { return m_arena; }
    const std::optional<protocol::Hello>& hello() const { return m_hello; }

    void send(const std::string& line);
    /// The next event; a test failure and a Fault of kind "silence" when there is none in 20 s.
    protocol::Event next();
    protocol::Event ask(const std::string& line);
    /// Expects this event.
    template <class T>
    std::optional<T> ask_for(const std::string& line) {
        auto event = ask(line);
        return std::holds_alternative<T>(event) ? std::optional<T>(std::get<T>(event))
                                                : complain(event);
    }
    /// One whole visit of this length.
    protocol::Event visit(const std::vector<std::string>& streams, double seconds);
    /// Sends the visit and does not wait: it starts in `lead_s` and has no end yet.
    void begin_visit(const std::vector<std::string>& streams, double lead_s);
    Records drain();
    /// Exit status as of waitpid, once the host has gone.
    int wait();

private:
    std::nullopt_t complain(const protocol::Event& event);

    std::string m_mark;
    Arena m_arena;
    pid_t m_pid = -1;
    int m_control = -1;
    int m_guard = -1;  ///< the pipe's write end
    protocol::LineSplitter m_lines;
    std::optional<protocol::Hello> m_hello;
};

/// A stream that waits `ms` and a uniform part of `spread_ms`.
protocol::OpenStream wait_stream(double ms, double spread_ms, Placement placement, Binding binding,
                                 Load load = ClosedLoad{});
/// A stream that calls `call` ("module:function").
protocol::OpenStream python_stream(const std::string& call, Placement placement,
                                   Load load = ClosedLoad{});
/// Opens these streams with one lane a thread, in the streams' order.
protocol::Open open_of(std::map<std::string, protocol::OpenStream> streams);

std::int64_t monotonic_ns();

/// A folder with one Python module in it, removed at the end.
class ModuleFolder {
public:
    ModuleFolder(const std::string& name, const std::string& source);
    ~ModuleFolder();
    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

}  // namespace stallscope
