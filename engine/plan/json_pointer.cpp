// SPDX-License-Identifier: Apache-2.0
#include "plan/json_pointer.h"

#include <charconv>

namespace stallscope {

std::string pointer_to(std::string_view pointer, std::string_view key) {
    std::string out(pointer);
    out += '/';
    for (const char c : key) {
        if (c == '~') {
            out += "~0";
        } else if (c == '/') {
            out += "~1";
        } else {
            out += c;
        }
    }
    return out;
}

std::string pointer_to(std::string_view pointer, std::size_t index) {
    return std::string(pointer) + '/' + std::to_string(index);
}

std::optional<std::vector<std::string>> steps_of(std::string_view pointer) {
    std::vector<std::string> steps;
    if (pointer.empty()) return steps;
    if (pointer.front() != '/') return std::nullopt;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const char c = pointer[i];
        if (c == '/') {
            steps.emplace_back();
        } else if (c != '~') {
            steps.back() += c;
        } else {
            if (++i == pointer.size()) return std::nullopt;
            if (pointer[i] != '0' && pointer[i] != '1') return std::nullopt;
            steps.back() += pointer[i] == '0' ? '~' : '/';
        }
    }
    return steps;
}

std::optional<std::size_t> index_of(std::string_view step) {
    std::size_t index = 0;
    const char* end = step.data() + step.size();
    const auto [stop, error] = std::from_chars(step.data(), end, index);
    if (error != std::errc{} || stop != end) return std::nullopt;
    if (step.size() > 1 && step.front() == '0') return std::nullopt;
    return index;
}

const Json* step_into(const Json& from, std::string_view step) {
    if (const Json::Array* items = from.array()) {
        const auto index = index_of(step);
        return index && *index < items->size() ? &(*items)[*index] : nullptr;
    }
    return from.member(step);
}

const Json* find_place(const Json& root, std::string_view pointer) {
    const auto steps = steps_of(pointer);
    if (!steps) return nullptr;
    const Json* place = &root;
    for (const std::string& step : *steps) {
        place = step_into(*place, step);
        if (!place) return nullptr;
    }
    return place;
}

std::string deepest_place(const Json& root, std::string_view pointer) {
    std::string reached;
    const Json* place = &root;
    for (const std::string& step : steps_of(pointer).value_or(std::vector<std::string>{})) {
        place = step_into(*place, step);
        if (!place) break;
        reached = pointer_to(reached, step);
    }
    return reached;
}

}  // namespace stallscope
