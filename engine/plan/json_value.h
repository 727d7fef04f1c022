// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stallscope {

/// A JSON document as plain values. Every number the experiment format knows fits a double
/// exactly, so there is one kind of number.
struct Json {
    using Array = std::vector<Json>;
    using Object = std::map<std::string, Json, std::less<>>;  // sorted by bytes: canonical order

    std::variant<std::nullptr_t, bool, double, std::string, Array, Object> value = nullptr;

    Json() = default;
    explicit Json(std::nullptr_t) {}
    explicit Json(bool flag) : value(flag) {}
    explicit Json(double number) : value(number) {}
    explicit Json(int number) : value(static_cast<double>(number)) {}
    explicit Json(std::string text) : value(std::move(text)) {}
    explicit Json(std::string_view text) : value(std::string(text)) {}
    explicit Json(const char* text) : value(std::string(text)) {}
    explicit Json(Array items) : value(std::move(items)) {}
    explicit Json(Object members) : value(std::move(members)) {}

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value); }
    const bool* flag() const { return std::get_if<bool>(&value); }
    const double* number() const { return std::get_if<double>(&value); }
    const std::string* text() const { return std::get_if<std::string>(&value); }
    const Array* array() const { return std::get_if<Array>(&value); }
    const Object* object() const { return std::get_if<Object>(&value); }
    Array* array() { return std::get_if<Array>(&value); }
    Object* object() { return std::get_if<Object>(&value); }

    /// The member of that name; nullptr when this is no object or has none.
    const Json* member(std::string_view key) const {
        const Object* members = object();
        if (!members) return nullptr;
        const auto found = members->find(key);
        return found == members->end() ? nullptr : &found->second;
    }
};

}  // namespace stallscope
