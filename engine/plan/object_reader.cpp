// SPDX-License-Identifier: Apache-2.0
#include "plan/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "plan/json_pointer.h"
#include "plan/text_guard.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

/// Keys of the format that later versions read, and what to do until then. Whoever writes one has
/// not misspelt anything.
std::string later_key_hint(std::string_view key) {
    for (const std::string_view later : {"cells_from", "salts", "batch", "argv"})
        if (key == later) return "This version cannot do that yet; leave the key out.";
    return {};
}

std::string range_text(Range range) {
    const std::string unit = range.unit.empty() ? "" : " " + std::string(range.unit);
    return fmt::format("from {} to {}{}", number_text(range.least), number_text(range.most), unit);
}

/// "write 3 without quotes", when somebody quoted a number.
std::string unquote_hint(const Json& value) {
    const std::string* text = value.text();
    if (!text || text->empty() || text->size() > 20) return {};
    double number = 0;
    const auto read = std::from_chars(text->data(), text->data() + text->size(), number);
    if (read.ec != std::errc{} || read.ptr != text->data() + text->size()) return {};
    return fmt::format("Write {} without quotes.", *text);
}

bool within(double number, Range range) {
    return number >= range.least && number <= range.most;
}

}  // namespace

double read_number(const Json& value, std::string pointer, double fallback, Range range,
                   Faults& faults) {
    const double* number = value.number();
    if (!number) {
        faults.add(
            std::move(pointer),
            fmt::format("a number {} is expected, not {}", range_text(range), described(value)),
            unquote_hint(value));
        return fallback;
    }
    if (within(*number, range)) return *number;
    faults.add(std::move(pointer), fmt::format("a number {} is expected, not {}", range_text(range),
                                               number_text(*number)));
    return fallback;
}

std::optional<double> read_whole(const Json& value, std::string pointer, Range range,
                                 Faults& faults) {
    const double* number = value.number();
    if (number && std::trunc(*number) == *number && within(*number, range)) return *number;
    faults.add(
        std::move(pointer),
        fmt::format("a whole number {} is expected, not {}", range_text(range), described(value)),
        unquote_hint(value));
    return std::nullopt;
}

std::optional<std::string> read_text(const Json& value, std::string pointer, TextLength length,
                                     Faults& faults) {
    const std::string* text = value.text();
    if (!text) {
        faults.add(std::move(pointer), "a text is expected, not " + described(value),
                   "Put it in double quotes.");
        return std::nullopt;
    }
    const std::size_t characters = characters_in(*text);
    if (characters < length.least) {
        faults.add(std::move(pointer), "the text is empty");
        return std::nullopt;
    }
    if (characters > length.most) {
        faults.add(std::move(pointer),
                   fmt::format("the text has {} characters, at most {} are allowed",
                               number_text(static_cast<double>(characters)),
                               number_text(static_cast<double>(length.most))));
        return std::nullopt;
    }
    return *text;
}

bool check_name(std::string_view name, const std::string& pointer, std::string_view what,
                Faults& faults) {
    constexpr std::size_t longest = 64;
    const std::size_t characters = characters_in(name);
    if (characters == 0 || characters > longest) {
        faults.add(pointer, fmt::format("{} has 1 to 64 characters, this one has {}", what,
                                        number_text(static_cast<double>(characters))));
        return false;
    }
    if (printable(name, name.size() + 1) != name || name.find('/') != name.npos) {
        faults.add(pointer, fmt::format("{} has no \"/\" and no control characters, unlike {}",
                                        what, in_quotes(name)));
        return false;
    }
    return true;
}

ObjectReader::ObjectReader(const Json& value, std::string pointer, std::string what, Faults& faults)
    : m_members(value.object()),
      m_pointer(std::move(pointer)),
      m_what(std::move(what)),
      m_faults(faults) {
    if (!m_members && !value.is_null()) {
        m_faults.add(m_pointer, fmt::format("{} is an object in braces {{ }}, this is {}", m_what,
                                            described(value)));
    }
}

std::string ObjectReader::at(std::string_view key) const {
    return pointer_to(m_pointer, key);
}

const Json* ObjectReader::peek(std::string_view key) const {
    if (!m_members) return nullptr;
    const auto found = m_members->find(key);
    return found == m_members->end() ? nullptr : &found->second;
}

bool ObjectReader::has(std::string_view key) const {
    return peek(key) != nullptr;
}

const Json* ObjectReader::find(std::string_view key) {
    m_known.emplace_back(key);
    const Json* member = peek(key);
    return member && !member->is_null() ? member : nullptr;
}

const Json* ObjectReader::need(std::string_view key, std::string hint) {
    if (m_members && !peek(key))
        m_faults.add(at(key), fmt::format("{} needs the key {}", m_what, in_quotes(key)),
                     std::move(hint));
    return find(key);
}

double ObjectReader::number(std::string_view key, double fallback, Range range) {
    const Json* member = find(key);
    return member ? read_number(*member, at(key), fallback, range, m_faults) : fallback;
}

int ObjectReader::whole(std::string_view key, int fallback, Range range) {
    const Json* member = find(key);
    if (!member) return fallback;
    return static_cast<int>(read_whole(*member, at(key), range, m_faults).value_or(fallback));
}

bool ObjectReader::flag(std::string_view key, bool fallback) {
    const Json* member = find(key);
    if (!member) return fallback;
    if (const bool* flag = member->flag()) return *flag;
    m_faults.add(at(key), "true or false is expected, not " + described(*member));
    return fallback;
}

std::string ObjectReader::text(std::string_view key, std::string fallback, TextLength length) {
    const Json* member = find(key);
    if (!member) return fallback;
    return read_text(*member, at(key), length, m_faults).value_or(std::move(fallback));
}

std::vector<std::string> ObjectReader::texts(std::string_view key, TextLength length,
                                             std::size_t most) {
    std::vector<std::string> read;
    const Json* member = find(key);
    if (!member) return read;
    const Json::Array* items = member->array();
    if (!items || items->size() > most) {
        m_faults.add(at(key), items ? fmt::format("a list of at most {} texts is expected, not {}",
                                                  most, items->size())
                                    : "a list of texts is expected, not " + described(*member));
        return read;
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        if ((*items)[i].is_null()) continue;
        auto text = read_text((*items)[i], pointer_to(at(key), i), length, m_faults);
        if (text) read.push_back(std::move(*text));
    }
    return read;
}

std::optional<std::size_t> ObjectReader::word(std::string_view key,
                                              const std::vector<std::string>& allowed,
                                              std::string_view noun) {
    const Json* member = find(key);
    if (!member) return std::nullopt;
    const std::string* text = member->text();
    const auto found = text ? std::find(allowed.begin(), allowed.end(), *text) : allowed.end();
    if (found != allowed.end()) return static_cast<std::size_t>(found - allowed.begin());
    std::string hint = fmt::format("This version knows {}.", listed(allowed));
    if (text) {
        if (const std::string near = nearest_word(*text, allowed); !near.empty())
            hint = fmt::format("Did you mean {}? {}", in_quotes(near), hint);
    }
    m_faults.add(at(key),
                 text ? fmt::format("{} is not {}", in_quotes(*text), noun)
                      : fmt::format("{} is a text, not {}", noun, described(*member)),
                 hint);
    return std::nullopt;
}

void ObjectReader::finish() {
    if (!m_members) return;
    for (const auto& [key, member] : *m_members) {
        if (std::find(m_known.begin(), m_known.end(), key) != m_known.end()) continue;
        std::string hint = later_key_hint(key);
        if (hint.empty() && !m_faults.is_full())
            hint = suggestion(key, m_known, "The keys here are");
        m_faults.add(at(key), fmt::format("{} is not a key of {}", in_quotes(key), m_what),
                     std::move(hint));
    }
}

}  // namespace stallscope
