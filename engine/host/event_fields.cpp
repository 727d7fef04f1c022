// SPDX-License-Identifier: Apache-2.0
#include "host/event_fields.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

namespace stallscope::protocol {
namespace {

using nlohmann::json;

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

}  // namespace

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

}  // namespace stallscope::protocol
