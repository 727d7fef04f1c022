// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/json_value.h"

namespace stallscope {

// JSON pointers as in RFC 6901: "" is the whole document, "/cells/0/id" a place in it.

/// The pointer to a member or an element of what `pointer` points to.
std::string pointer_to(std::string_view pointer, std::string_view key);
std::string pointer_to(std::string_view pointer, std::size_t index);

/// The unescaped steps of a pointer; empty when it is not one ("a/b", "/~2").
std::optional<std::vector<std::string>> steps_of(std::string_view pointer);

/// What the pointer points to; nullptr when there is no such place.
const Json* find_place(const Json& root, std::string_view pointer);

/// One step down. Elements of a list are named by decimal numbers without leading zeros.
const Json* step_into(const Json& from, std::string_view step);

/// The index that a step names in a list; empty when it names none.
std::optional<std::size_t> index_of(std::string_view step);

/// The longest prefix of `pointer` that exists in `root` ("" always does).
std::string deepest_place(const Json& root, std::string_view pointer);

}  // namespace stallscope
