// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/faults.h"
#include "plan/json_value.h"
#include "plan/words.h"

namespace stallscope {

/// Which numbers may stand somewhere, both ends included.
struct Range {
    double least = 0;
    double most = 0;
    std::string_view unit = {};  ///< for the sentence: "ms", "s"
};

/// How long a text may be, in characters.
struct TextLength {
    std::size_t least = 0;
    std::size_t most = 4096;
};

/// For texts that are judged by other rules.
inline constexpr TextLength any_length{0, std::size_t{1} << 24};

/// Reads one JSON object: hands out its members, and notes as faults what is missing, of the wrong
/// type, out of range or unknown. A member that is faulty reads as the fallback, so that one pass
/// finds everything. A null reads as absent: it is a fault that is found elsewhere.
class ObjectReader {
public:
    /// `what` names the object in sentences: "a stream".
    ObjectReader(const Json& value, std::string pointer, std::string what, Faults& faults);

    bool is_object() const { return m_members != nullptr; }
    const std::string& pointer() const { return m_pointer; }
    std::string at(std::string_view key) const;

    /// The member, or nullptr.
    const Json* find(std::string_view key);
    /// The same; a missing member is a fault.
    const Json* need(std::string_view key, std::string hint = {});
    bool has(std::string_view key) const;

    double number(std::string_view key, double fallback, Range range);
    int whole(std::string_view key, int fallback, Range range);
    bool flag(std::string_view key, bool fallback);
    std::string text(std::string_view key, std::string fallback, TextLength length = {});
    std::vector<std::string> texts(std::string_view key, TextLength length, std::size_t most);

    /// A member that is one of several words. `noun` names them: "an order".
    template <class E, std::size_t N>
    E choice(std::string_view key, E fallback, const Word<E> (&words)[N], std::string_view noun) {
        const auto found = word(key, texts_of(words), noun);
        return found ? words[*found].value : fallback;
    }

    /// The index of the member's text in `allowed`; empty when it is absent or a fault.
    std::optional<std::size_t> word(std::string_view key, const std::vector<std::string>& allowed,
                                    std::string_view noun);

    /// Every member that nobody asked for is a fault.
    void finish();

    Faults& faults() { return m_faults; }

private:
    const Json* peek(std::string_view key) const;

    const Json::Object* m_members;
    std::string m_pointer;
    std::string m_what;
    Faults& m_faults;
    std::vector<std::string> m_known;
};

// The same rules for values that are no members.
double read_number(const Json& value, std::string pointer, double fallback, Range range,
                   Faults& faults);
std::optional<double> read_whole(const Json& value, std::string pointer, Range range,
                                 Faults& faults);
std::optional<std::string> read_text(const Json& value, std::string pointer, TextLength length,
                                     Faults& faults);

/// A name of the user's: 1 to 64 characters, no control character, no "/". Notes the fault.
bool check_name(std::string_view name, const std::string& pointer, std::string_view what,
                Faults& faults);

}  // namespace stallscope
