// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::protocol {

/// What is wrong with one line; turned into an Error, with a quotation, where the line is known.
struct BadField {
    std::string says;
};

/// Reads typed members out of one JSON object. Private to the codec (it shows the JSON library).
/// The first wrong type, missing key or number out of range is thrown as BadField: the codec
/// catches it, nothing leaves it.
class EventFields {
public:
    /// `object` must outlive this. Throws when it is no object.
    EventFields(const nlohmann::json& object, std::string path);

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
    void each_in_array(const char* key, const std::function<void(const EventFields&)>& use) const;
    void each_by_name(
        const char* key,
        const std::function<void(const std::string& name, const EventFields&)>& use) const;

private:
    const nlohmann::json& member(const char* key) const;
    [[noreturn]] void wrong(const char* key, std::string_view expected) const;

    const nlohmann::json& m_object;
    std::string m_path;
};

}  // namespace stallscope::protocol
