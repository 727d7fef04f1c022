// SPDX-License-Identifier: Apache-2.0
#include "batch/mail_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace stallscope {

namespace {

ParseError limit_error(std::string says) {
    return {ParseError::Kind::limit, std::move(says)};
}

// No part begins without a line that starts with "--".
bool may_hold_more_parts_than(std::string_view message, int parts) {
    int found = 0;
    for (std::size_t at = message.find("\n--"); at != std::string_view::npos;
         at = message.find("\n--", at + 3)) {
        if (++found > parts) return true;
    }
    return false;
}

}  // namespace

bool is_too_large(std::string_view message, const ParseLimits& limits) {
    constexpr std::size_t readable = std::numeric_limits<int>::max();
    return message.size() > std::min(limits.message_bytes, readable);
}

std::string_view looked_at(std::string_view message, ParseMode mode) {
    if (mode != ParseMode::metadata) return message;
    const std::size_t end = message.find('\n', header_size(message));
    return end == std::string_view::npos ? message : message.substr(0, end + 1);
}

std::optional<ParseError> over_limit(std::string_view message, const ParseOptions& options) {
    const ParseLimits& limits = options.limits;
    if (is_too_large(message, limits)) return too_large(limits);
    if (message.size() > limits.header_bytes && header_size(message) > limits.header_bytes) {
        return header_too_long(limits);
    }
    if (options.mode != ParseMode::metadata && may_hold_more_parts_than(message, limits.parts)) {
        return too_many_parts(limits);
    }
    return std::nullopt;
}

std::size_t header_size(std::string_view message) {
    std::size_t at = 0;
    while (at < message.size()) {
        const std::size_t newline = message.find('\n', at);
        if (newline == std::string_view::npos) return message.size();
        if (newline == at || (newline == at + 1 && message[at] == '\r')) return at;
        at = newline + 1;
    }
    return at;
}

ParseError too_large(const ParseLimits& limits) {
    return limit_error(
        fmt::format("the message is longer than {} bytes; raise the limit message_bytes to read it",
                    limits.message_bytes));
}

ParseError header_too_long(const ParseLimits& limits) {
    return limit_error(
        fmt::format("a header is longer than {} bytes; raise the limit header_bytes to read it",
                    limits.header_bytes));
}

ParseError boundary_too_long(const ParseLimits& limits) {
    return limit_error(
        fmt::format("a boundary is longer than {} bytes; raise the limit boundary_bytes to read it",
                    limits.boundary_bytes));
}

ParseError too_many_parts(const ParseLimits& limits) {
    return limit_error(
        fmt::format("there may be more than {} parts; raise the limit parts to read "
                    "it",
                    limits.parts));
}

ParseError too_deep(const ParseLimits& limits) {
    return limit_error(fmt::format(
        "parts lie in each other deeper than {} levels; raise the limit depth to read it",
        limits.depth));
}

}  // namespace stallscope
