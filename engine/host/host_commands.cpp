// SPDX-License-Identifier: Apache-2.0
#include "host/host_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace stallscope::protocol {
namespace {

using nlohmann::json;

tl::unexpected<Error> bad_command(std::string_view why) {
    return fail(ErrorKind::measurement, fmt::format("the engine sent no command: {}", why), "host",
                "host and engine do not fit");
}

std::string line(const json& event) {
    return event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<StreamToOpen> stream_of(const json& spec) {
    auto workload = parse_workload(spec.at("workload").dump());
    if (!workload) return tl::unexpected(workload.error());
    StreamToOpen stream;
    stream.workload = std::move(*workload);
    stream.seeds = spec.at("inputs").at("seeds").get<int>();
    if (const auto think = spec.at("load").find("think_ms"); think != spec.at("load").end())
        stream.think_ms = think->get<double>();
    if (const auto references = spec.find("references"); references != spec.end()) {
        for (const json& digest : *references)
            stream.references.push_back(std::stoull(digest.get<std::string>(), nullptr, 16));
    }
    return stream;
}

Role role_of(const json& written) {
    const auto word = written.get<std::string>();
    const auto found = std::find(std::begin(role_words), std::end(role_words), word);
    if (found == std::end(role_words)) throw std::invalid_argument("no role is called " + word);
    return static_cast<Role>(found - std::begin(role_words));
}

Result<Command> open_of(const json& command) {
    OpenCommand open;
    for (const auto& [name, spec] : command.at("streams").items()) {
        auto stream = stream_of(spec);
        if (!stream) return tl::unexpected(stream.error());
        open.streams.emplace(name, std::move(*stream));
    }
    for (const json& lane : command.at("lanes")) {
        open.lanes.push_back({lane.at("ring").get<int>(), lane.at("stream").get<std::string>(),
                              role_of(lane.at("role")), lane.at("index").get<int>()});
    }
    return open;
}

Result<Command> command_of(const json& command) {
    const auto name = command.at("cmd").get<std::string>();
    const auto stream = [&] { return command.at("stream").get<std::string>(); };
    if (name == "open") return open_of(command);
    if (name == "visit") return VisitCommand{command.at("streams").get<std::vector<std::string>>()};
    if (name == "answers") return AnswersCommand{stream(), command.at("seeds").get<int>()};
    if (name == "calls") return CallsCommand{stream(), command.at("calls").get<int>()};
    if (name == "cost") return CostCommand{stream()};
    if (name == "verify") return VerifyCommand{stream()};
    if (name == "clock") return ClockCommand{};
    if (name == "close") return CloseCommand{};
    return bad_command(fmt::format("\"{}\" is none that a native host knows", name));
}

}  // namespace

Result<Command> parse_command(std::string_view text) {
    const auto command = json::parse(text, nullptr, false);
    if (command.is_discarded()) return bad_command("it is not JSON");
    try {
        return command_of(command);
    } catch (const std::exception& error) {
        return bad_command(error.what());
    }
}

std::string hello_line(const Hello& hello) {
    return line({{"event", "hello"},
                 {"protocol", hello.protocol},
                 {"pid", hello.pid},
                 {"python", hello.python},
                 {"executable", hello.executable},
                 {"implementation", hello.implementation},
                 {"gil", hello.gil}});
}

std::string ready_line(const std::map<std::string, StreamFacts>& facts, int threads) {
    json streams = json::object();
    for (const auto& [name, of] : facts) {
        streams[name] = {
            {"device", of.device}, {"emulated", of.emulated}, {"device_timer", of.device_timer},
            {"driver", of.driver}, {"work", of.work},         {"warm", of.warm}};
    }
    return line({{"event", "ready"},
                 {"workers", json::array()},
                 {"facts", std::move(streams)},
                 {"threads", threads}});
}

std::string visit_done_line(const VisitDone& done) {
    return line({{"event", "visit_done"},
                 {"requests", done.requests},
                 {"calls", done.calls},
                 {"counters", done.counters}});
}

std::string digests_line(std::string_view stream, const std::vector<std::uint64_t>& digests) {
    json texts = json::array();
    for (const std::uint64_t digest : digests) texts.push_back(fmt::format("{:016x}", digest));
    return line({{"event", "answers"}, {"stream", stream}, {"digests", std::move(texts)}});
}

std::string lengths_line(std::string_view stream, const std::vector<std::int64_t>& lengths_ns) {
    return line({{"event", "calls"}, {"stream", stream}, {"lengths_ns", lengths_ns}});
}

std::string fitted_cost_line(std::string_view stream, const CostModel& model) {
    return line({{"event", "cost"},
                 {"stream", stream},
                 {"ns_per_message", model.ns_per_message},
                 {"ns_per_byte", model.ns_per_byte},
                 {"ns_per_thread", model.ns_per_thread},
                 {"speedup", model.speedup},
                 {"cpus", model.cpus}});
}

std::string not_verified_line(std::string_view stream) {
    return line({{"event", "verified"}, {"stream", stream}, {"max_error", nullptr}});
}

std::string clock_reading_line(const Clock& clock) {
    return line({{"event", "clock"},
                 {"now_ns", clock.now_ns},
                 {"workers_now_ns", json::object()},
                 {"resolution_ns", clock.resolution_ns},
                 {"stamp_cost_ns", clock.stamp_cost_ns},
                 {"record_cost_ns", clock.record_cost_ns},
                 {"request_cost_ns", clock.request_cost_ns}});
}

std::string fault_line(const Fault& fault) {
    return line({{"event", "fault"},
                 {"where", fault.where},
                 {"kind", fault.kind},
                 {"says", fault.says},
                 {"detail", fault.detail}});
}

std::string done_line() {
    return line({{"event", "done"}});
}

}  // namespace stallscope::protocol
