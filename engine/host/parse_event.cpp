// SPDX-License-Identifier: Apache-2.0
// Host → engine: the events of resources/docs/host-protocol.md. A host is untrusted.
#include <fmt/format.h>

#include <algorithm>

#include "host/event_fields.h"
#include "host/host_protocol.h"
#include "host/json_depth.h"

namespace stallscope::protocol {
namespace {

constexpr std::size_t longest_quotation = 80;

/// The first printable characters of what was sent; everything else would garble a terminal.
std::string quoted(std::string_view line) {
    std::string quotation;
    std::size_t at = 0;
    for (; at < line.size() && quotation.size() < longest_quotation; ++at)
        if (line[at] >= ' ' && line[at] <= '~') quotation += line[at];
    return at < line.size() ? quotation + "…" : quotation;
}

tl::unexpected<Error> bad_line(std::string_view line, std::string_view why) {
    return fail(
        ErrorKind::measurement,
        fmt::format("the host sent a line that is no event: {} (\"{}\")", why, quoted(line)),
        "host", "Something else writes to the control socket, or host and engine do not fit");
}

Hello hello(const EventFields& event) {
    return {event.small_integer("protocol"), event.integer("pid"),         event.text("python"),
            event.text("executable"),        event.text("implementation"), event.flag("gil")};
}

StreamFacts facts_of(const EventFields& facts) {
    StreamFacts read;
    read.device = facts.text("device");
    read.emulated = facts.flag("emulated");
    read.device_timer = facts.text("device_timer");
    if (facts.has("driver")) read.driver = facts.text("driver");
    if (facts.has("hidden")) read.hidden = facts.small_integer("hidden");
    if (facts.has("layers")) read.layers = facts.small_integer("layers");
    if (facts.has("flop")) read.flop = facts.number("flop");
    if (facts.has("warm")) read.warm = facts.flag("warm");
    return read;
}

Ready ready(const EventFields& event) {
    Ready read;
    event.each_in_array("workers", [&](const EventFields& worker) {
        read.workers.push_back(
            {worker.text("stream"), worker.integer("pid"), worker.number("start_s")});
    });
    event.each_by_name("facts", [&](const std::string& stream, const EventFields& facts) {
        read.facts.emplace(stream, facts_of(facts));
    });
    read.threads = event.small_integer("threads");
    return read;
}

Verified verified(const EventFields& event) {
    Verified read{event.text("stream"), std::nullopt};
    if (!event.is_null("max_error")) read.max_error = event.number("max_error");
    return read;
}

Clock clock_of(const EventFields& event) {
    return {event.integer("now_ns"),        event.integers_by_name("workers_now_ns"),
            event.number("resolution_ns"),  event.number("stamp_cost_ns"),
            event.number("record_cost_ns"), event.number("request_cost_ns")};
}

WakeLateness wake_lateness(const EventFields& event) {
    WakeLateness read;
    if (!event.is_null("stream")) read.stream = event.text("stream");
    read.late_ns = event.integers("late_ns");
    return read;
}

Event event_of(const EventFields& event) {
    const std::string name = event.text("event");
    if (name == "hello") return hello(event);
    if (name == "ready") return ready(event);
    if (name == "visit_done")
        return VisitDone{event.integers_by_name("requests"), event.integers_by_name("calls")};
    if (name == "answers") return Answers{event.text("stream"), event.digests("digests")};
    if (name == "calls") return Calls{event.text("stream"), event.integers("lengths_ns")};
    if (name == "size")
        return Size{event.small_integer("hidden"), event.small_integer("layers"),
                    event.number("median_ms")};
    if (name == "verified") return verified(event);
    if (name == "clock") return clock_of(event);
    if (name == "wake_lateness") return wake_lateness(event);
    if (name == "fault")
        return Fault{event.text("where"), event.text("kind"), event.text("says"),
                     event.has("detail") ? event.text("detail") : std::string()};
    if (name == "done") return Done{};
    throw BadField{"its event is unknown"};
}

}  // namespace

Result<Event> parse_event(std::string_view line) {
    if (line.size() > longest_line) return bad_line(line, "it is longer than 1 MiB");
    // Before the parser sees it: a deep value is expensive to build and to take apart.
    if (!nests_at_most(line, deepest_nesting))
        return bad_line(line, fmt::format("it nests more than {} levels deep", deepest_nesting));
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded()) return bad_line(line, "it is not JSON in UTF-8");
    try {
        return event_of(EventFields(json, ""));
    } catch (const BadField& bad) {
        return bad_line(line, bad.says);
    }
}

}  // namespace stallscope::protocol
