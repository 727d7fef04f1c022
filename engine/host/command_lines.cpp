// SPDX-License-Identifier: Apache-2.0
// Engine → host: the commands of resources/docs/host-protocol.md.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/host_protocol.h"

namespace stallscope::protocol {
namespace {

using nlohmann::json;

/// Bytes that are no UTF-8 (a path, say) are replaced: a line is always valid.
std::string line(const json& command) {
    return command.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string_view word_of(Role role) {
    return role_words[static_cast<std::size_t>(role)];
}

std::string open_line(const Open& open) {
    json streams = json::object();
    for (const auto& [name, opened] : open.streams) {
        json stream = json::parse(stallscope::to_json(opened.stream));
        if (!opened.references.empty()) {
            json& references = stream["references"] = json::array();
            for (const std::uint64_t digest : opened.references)
                references.push_back(fmt::format("{:016x}", digest));
        }
        streams[name] = std::move(stream);
    }
    json lanes = json::array();
    for (const Lane& lane : open.lanes)
        lanes.push_back({{"ring", lane.ring},
                         {"stream", lane.stream},
                         {"role", word_of(lane.role)},
                         {"index", lane.index}});
    return line({{"cmd", "open"},
                 {"switch_interval_ms", open.switch_interval_ms},
                 {"stamps", stallscope::to_text(open.stamps)},
                 {"path", open.path},
                 {"streams", std::move(streams)},
                 {"lanes", std::move(lanes)}});
}

std::string visit_line(const std::vector<std::string>& streams) {
    return line({{"cmd", "visit"}, {"streams", streams}});
}

std::string answers_line(std::string_view stream, int seeds) {
    return line({{"cmd", "answers"}, {"stream", stream}, {"seeds", seeds}});
}

std::string calls_line(std::string_view stream, int calls) {
    return line({{"cmd", "calls"}, {"stream", stream}, {"calls", calls}});
}

std::string size_line(std::string_view stream, const Workload& workload) {
    return line({{"cmd", "size"},
                 {"stream", stream},
                 {"workload", json::parse(stallscope::to_json(workload))}});
}

std::string cost_line(std::string_view stream) {
    return line({{"cmd", "cost"}, {"stream", stream}});
}

std::string verify_line(std::string_view stream) {
    return line({{"cmd", "verify"}, {"stream", stream}});
}

std::string clock_line() {
    return line({{"cmd", "clock"}});
}

std::string wake_lateness_line(const std::optional<std::string>& stream, int sleeps) {
    json name = stream ? json(*stream) : json(nullptr);
    return line({{"cmd", "wake_lateness"}, {"stream", std::move(name)}, {"sleeps", sleeps}});
}

std::string close_line() {
    return line({{"cmd", "close"}});
}

}  // namespace stallscope::protocol
