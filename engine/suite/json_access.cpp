// SPDX-License-Identifier: Apache-2.0
#include "suite/json_access.h"

#include <fmt/format.h>

#include <cmath>

#include "plan/json_pointer.h"
#include "plan/json_text.h"
#include "plan/text_guard.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr double longest_ns = 1e15;  // eleven days

std::string place_text(std::string_view pointer) {
    return pointer.empty() ? "the top level" : printable(pointer);
}

}  // namespace

Result<Json> parse_output(std::string_view text, std::string_view what) {
    if (const auto guarded = guard_text(text); !guarded) {
        Error error = guarded.error();
        error.kind = ErrorKind::measurement;
        error.says = fmt::format("{} cannot be read: {}", what, error.says);
        return tl::unexpected(std::move(error));
    }
    Faults faults;
    auto parsed = parse_json(text, faults);
    if (parsed && faults.empty()) return std::move(*parsed);
    const Error error = faults.as_error().value();
    return fail(ErrorKind::measurement, fmt::format("{} is not valid JSON: {}", what, error.says),
                error.where, error.hint);
}

tl::unexpected<Error> unexpected_at(std::string_view pointer, std::string_view expected,
                                    const Json* found) {
    return fail(ErrorKind::measurement,
                found ? fmt::format("{} is expected, not {}", expected, described(*found))
                      : fmt::format("{} is missing", expected),
                place_text(pointer));
}

Result<const Json::Array*> list_at(const Json& parent, std::string_view pointer,
                                   std::string_view key) {
    const Json* member = parent.member(key);
    const Json::Array* items = member ? member->array() : nullptr;
    if (!items) return unexpected_at(pointer_to(pointer, key), "a list", member);
    return items;
}

Result<const Json::Object*> object_at(const Json& parent, std::string_view pointer,
                                      std::string_view key) {
    const Json* member = parent.member(key);
    const Json::Object* members = member ? member->object() : nullptr;
    if (!members) return unexpected_at(pointer_to(pointer, key), "an object", member);
    return members;
}

Result<std::string> text_at(const Json& parent, std::string_view pointer, std::string_view key) {
    const Json* member = parent.member(key);
    const std::string* text = member ? member->text() : nullptr;
    if (!text || text->empty()) return unexpected_at(pointer_to(pointer, key), "a text", member);
    if (text->size() > 4096)
        return fail(ErrorKind::measurement, "this text is longer than 4,096 bytes",
                    place_text(pointer_to(pointer, key)));
    return *text;
}

Result<double> time_of(const Json& value, std::string_view pointer, double to_ns) {
    const double* number = value.number();
    if (!number) return unexpected_at(pointer, "a time", &value);
    const double ns = *number * to_ns;
    if (!std::isfinite(ns) || ns < 0 || ns > longest_ns)
        return fail(ErrorKind::measurement, "this is not a time: " + described(value),
                    place_text(pointer));
    return ns;
}

Result<double> time_at(const Json& parent, std::string_view pointer, std::string_view key,
                       double to_ns) {
    const Json* member = parent.member(key);
    if (!member) return unexpected_at(pointer_to(pointer, key), "a time", nullptr);
    return time_of(*member, pointer_to(pointer, key), to_ns);
}

std::optional<std::string> text_if(const Json& parent, std::string_view key) {
    const Json* member = parent.member(key);
    const std::string* text = member ? member->text() : nullptr;
    return text ? std::optional(*text) : std::nullopt;
}

}  // namespace stallscope
