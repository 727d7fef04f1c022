// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plan/experiment.h"
#include "plan/result.h"

/// The lines between engine and host: resources/docs/host-protocol.md. Everything a host says is
/// untrusted input.
namespace stallscope::protocol {

inline constexpr int version = 1;
inline constexpr std::size_t longest_line = 1 << 20;

enum class Role { client, loop, dispatcher, worker };
/// As they are called in lines, by Role.
inline constexpr std::string_view role_words[] = {"client", "loop", "dispatcher", "worker"};
std::string_view word_of(Role role);

/// One thread that writes stamps, and its ring.
struct Lane {
    int ring = 0;
    std::string stream;
    Role role = Role::client;
    int index = 0;
    bool operator==(const Lane&) const = default;
};

/// A stream with its references, as it is opened in a host. The workload's length is a number and
/// its size is known.
struct OpenStream {
    Stream stream;
    std::vector<std::uint64_t> references;  ///< empty: answers are not compared
};

struct Open {
    double switch_interval_ms = 5;
    Instrumentation stamps = Instrumentation::native;
    std::vector<std::string> path;
    std::map<std::string, OpenStream> streams;
    std::vector<Lane> lanes;
};

// Engine → host: one line each, with the newline.
std::string open_line(const Open& open);
std::string visit_line(const std::vector<std::string>& streams);
std::string answers_line(std::string_view stream, int seeds);
std::string calls_line(std::string_view stream, int calls);
std::string size_line(std::string_view stream, const Workload& workload);
std::string cost_line(std::string_view stream);
std::string verify_line(std::string_view stream);
std::string clock_line();
std::string wake_lateness_line(const std::optional<std::string>& stream, int sleeps);
std::string close_line();

struct Hello {
    int protocol = 0;
    std::int64_t pid = 0;
    std::string python, executable, implementation;
    bool gil = true;
};
struct Worker {
    std::string stream;
    std::int64_t pid = 0;
    double start_s = 0;
};
struct StreamFacts {
    std::string device, device_timer, driver;
    std::string work;  ///< what its requests do, as JSON of the host's own; may be empty
    bool emulated = false, warm = true;
    int hidden = 0, layers = 0;
    double flop = 0;
};
struct Ready {
    std::vector<Worker> workers;
    std::map<std::string, StreamFacts> facts;
    int threads = 0;
};
struct VisitDone {
    std::map<std::string, std::int64_t> requests, calls;
    /// What a host counts of itself in the visit, by stream and name: "threads_started".
    std::map<std::string, std::map<std::string, std::int64_t>> counters;
};
struct Answers {
    std::string stream;
    std::vector<std::uint64_t> digests;
};
struct Calls {
    std::string stream;
    std::vector<std::int64_t> lengths_ns;
};
struct Size {
    int hidden = 0, layers = 0;
    double median_ms = 0;
};
struct Cost {
    std::string stream;
    CostModel model;
};
struct Verified {
    std::string stream;
    std::optional<double> max_error;
};
struct Clock {
    std::int64_t now_ns = 0;
    std::map<std::string, std::int64_t> workers_now_ns;
    double resolution_ns = 0, stamp_cost_ns = 0, record_cost_ns = 0, request_cost_ns = 0;
};
struct WakeLateness {
    std::optional<std::string> stream;
    std::vector<std::int64_t> late_ns;
};
struct Fault {
    std::string where, kind, says, detail;
};
struct Done {};

using Event = std::variant<Hello, Ready, VisitDone, Answers, Calls, Size, Cost, Verified, Clock,
                           WakeLateness, Fault, Done>;

/// Reads one line (without its newline). Wrong types, missing keys, bad UTF-8, too deep, too long,
/// or an unknown event: an error that quotes the first 80 printable characters.
Result<Event> parse_event(std::string_view line);

/// Cuts a byte stream into lines, however it arrives. A line longer than longest_line is an error
/// that stays.
class LineSplitter {
public:
    void add(std::string_view bytes);
    /// The next whole line, nothing yet, or the error.
    Result<std::optional<std::string>> next();

private:
    std::string m_buffer;
    std::size_t m_start = 0;    ///< of the line that comes next
    std::size_t m_scanned = 0;  ///< no newline between m_start and here
    bool m_too_long = false;
};

}  // namespace stallscope::protocol
