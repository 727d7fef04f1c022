// SPDX-License-Identifier: Apache-2.0
// Host → engine: the events of resources/docs/host-protocol.md. A host is untrusted.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "host/host_protocol.h"
#include "host/json_depth.h"

namespace stallscope::protocol {
namespace {

using nlohmann::json;

/// What is wrong with one line; turned into an Error, with a quotation, where the line is known.
struct BadField {
    std::string says;
};

/// Reads typed members out of one JSON object. The first wrong type, missing key or number out of
/// range is thrown as BadField: the codec catches it, nothing leaves it.
class EventFields {
public:
    /// `object` must outlive this. Throws when it is no object.
    EventFields(const json& object, std::string path);

    std::string text(const char* key) const;
    bool flag(const char* key) const;
    double number(const char* key) const;  ///< finite
    std::int64_t integer(const char* key) const;
    int small_integer(const char* key) const;
    bool is_null(const char* key) const;  ///< the key must be there
    bool has(const char* key) const;
    EventFields object(const char* key) const;

    std::vector<std::int64_t> integers(const char* key) const;
    std::vector<std::uint64_t> digests(const char* key) const;  ///< 16 hex digits each
    std::map<std::string, std::int64_t> integers_by_name(const char* key) const;
    void each_name(const std::function<void(const std::string& name)>& use) const;
    void each_in_array(const char* key, const std::function<void(const EventFields&)>& use) const;
    void each_by_name(
        const char* key,
        const std::function<void(const std::string& name, const EventFields&)>& use) const;

private:
    const json& member(const char* key) const;
    [[noreturn]] void wrong(const char* key, std::string_view expected) const;

    const json& m_object;
    std::string m_path;
};

bool fits(const json& value) {
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>() <=
               static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return value.is_number_integer();
}

bool read_digest(const json& value, std::uint64_t& digest) {
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() != 16) return false;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, digest, 16);
    return error == std::errc{} && stopped == end;
}

EventFields::EventFields(const json& object, std::string path)
    : m_object(object), m_path(std::move(path)) {
    if (!m_object.is_object())
        throw BadField{m_path.empty() ? "it is no JSON object"
                                      : fmt::format("{} is no object", m_path)};
}

const json& EventFields::member(const char* key) const {
    const auto found = m_object.find(key);
    if (found == m_object.end()) throw BadField{fmt::format("{}/{} is missing", m_path, key)};
    return *found;
}

void EventFields::wrong(const char* key, std::string_view expected) const {
    throw BadField{fmt::format("{}/{} is not {}", m_path, key, expected)};
}

std::string EventFields::text(const char* key) const {
    const json& value = member(key);
    if (!value.is_string()) wrong(key, "a text");
    return value.get<std::string>();
}

bool EventFields::flag(const char* key) const {
    const json& value = member(key);
    if (!value.is_boolean()) wrong(key, "true or false");
    return value.get<bool>();
}

double EventFields::number(const char* key) const {
    const json& value = member(key);
    if (!value.is_number() || !std::isfinite(value.get<double>())) wrong(key, "a number");
    return value.get<double>();
}

std::int64_t EventFields::integer(const char* key) const {
    const json& value = member(key);
    if (!fits(value)) wrong(key, "a whole number of 64 bits");
    return value.get<std::int64_t>();
}

int EventFields::small_integer(const char* key) const {
    const std::int64_t value = integer(key);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        wrong(key, "a whole number of 32 bits");
    return static_cast<int>(value);
}

bool EventFields::is_null(const char* key) const {
    return member(key).is_null();
}

bool EventFields::has(const char* key) const {
    return m_object.contains(key);
}

EventFields EventFields::object(const char* key) const {
    return {member(key), fmt::format("{}/{}", m_path, key)};
}

std::vector<std::int64_t> EventFields::integers(const char* key) const {
    const json& values = member(key);
    if (!values.is_array()) wrong(key, "an array of whole numbers");
    std::vector<std::int64_t> read;
    read.reserve(values.size());
    for (const json& value : values) {
        if (!fits(value)) wrong(key, "an array of whole numbers");
        read.push_back(value.get<std::int64_t>());
    }
    return read;
}

std::vector<std::uint64_t> EventFields::digests(const char* key) const {
    const json& values = member(key);
    if (!values.is_array()) wrong(key, "an array of digests");
    std::vector<std::uint64_t> read;
    read.reserve(values.size());
    for (const json& value : values) {
        std::uint64_t digest = 0;
        if (!read_digest(value, digest)) wrong(key, "an array of digests (16 hex digits each)");
        read.push_back(digest);
    }
    return read;
}

std::map<std::string, std::int64_t> EventFields::integers_by_name(const char* key) const {
    const EventFields members = object(key);
    std::map<std::string, std::int64_t> read;
    for (const auto& [name, value] : members.m_object.items()) {
        if (!fits(value)) wrong(key, "an object of whole numbers");
        read.emplace(name, value.get<std::int64_t>());
    }
    return read;
}

void EventFields::each_name(const std::function<void(const std::string& name)>& use) const {
    for (const auto& [name, value] : m_object.items()) use(name);
}

void EventFields::each_in_array(const char* key,
                                const std::function<void(const EventFields&)>& use) const {
    const json& values = member(key);
    if (!values.is_array()) wrong(key, "an array");
    for (std::size_t i = 0; i < values.size(); ++i)
        use(EventFields(values[i], fmt::format("{}/{}/{}", m_path, key, i)));
}

void EventFields::each_by_name(
    const char* key,
    const std::function<void(const std::string& name, const EventFields&)>& use) const {
    const EventFields members = object(key);
    for (const auto& [name, value] : members.m_object.items())
        use(name, EventFields(value, fmt::format("{}/{}", members.m_path, name)));
}

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
    if (facts.has("work")) read.work = facts.text("work");
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

Cost cost_of(const EventFields& event) {
    return {event.text("stream"),
            {event.number("ns_per_message"), event.number("ns_per_byte"),
             event.number("ns_per_thread"), event.number("speedup"), event.small_integer("cpus")}};
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

VisitDone visit_done(const EventFields& event) {
    VisitDone read{event.integers_by_name("requests"), event.integers_by_name("calls"), {}};
    if (!event.has("counters")) return read;
    const EventFields counters = event.object("counters");
    counters.each_name([&](const std::string& stream) {
        read.counters.emplace(stream, counters.integers_by_name(stream.c_str()));
    });
    return read;
}

Event event_of(const EventFields& event) {
    const std::string name = event.text("event");
    if (name == "hello") return hello(event);
    if (name == "ready") return ready(event);
    if (name == "visit_done") return visit_done(event);
    if (name == "answers") return Answers{event.text("stream"), event.digests("digests")};
    if (name == "calls") return Calls{event.text("stream"), event.integers("lengths_ns")};
    if (name == "size")
        return Size{event.small_integer("hidden"), event.small_integer("layers"),
                    event.number("median_ms")};
    if (name == "cost") return cost_of(event);
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
