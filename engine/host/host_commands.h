// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "host/host_protocol.h"
#include "plan/workload_spec.h"

/// The other end of resources/docs/host-protocol.md: what a host of our own hears and says.
namespace stallscope::protocol {

/// A stream as the engine asks for it to be opened.
struct StreamToOpen {
    Workload workload;
    int seeds = 1;
    double think_ms = 0;
    std::vector<std::uint64_t> references;
};
struct OpenCommand {
    std::map<std::string, StreamToOpen> streams;
    std::vector<Lane> lanes;
};
struct VisitCommand {
    std::vector<std::string> streams;
};
struct AnswersCommand {
    std::string stream;
    int seeds = 1;
};
struct CallsCommand {
    std::string stream;
    int calls = 1;
};
struct CostCommand {
    std::string stream;
};
struct VerifyCommand {
    std::string stream;
};
struct ClockCommand {};
struct CloseCommand {};
using Command = std::variant<OpenCommand, VisitCommand, AnswersCommand, CallsCommand, CostCommand,
                             VerifyCommand, ClockCommand, CloseCommand>;

/// Reads one line. Error: no command that this host knows, or one without what belongs to it.
Result<Command> parse_command(std::string_view line);

// Host → engine: one line each, with the newline.
std::string hello_line(const Hello& hello);
std::string ready_line(const std::map<std::string, StreamFacts>& facts, int threads);
std::string visit_done_line(const VisitDone& done);
std::string digests_line(std::string_view stream, const std::vector<std::uint64_t>& digests);
std::string lengths_line(std::string_view stream, const std::vector<std::int64_t>& lengths_ns);
std::string fitted_cost_line(std::string_view stream, const CostModel& model);
std::string not_verified_line(std::string_view stream);
std::string clock_reading_line(const Clock& clock);
std::string fault_line(const Fault& fault);
std::string done_line();

}  // namespace stallscope::protocol
