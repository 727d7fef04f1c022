// SPDX-License-Identifier: Apache-2.0
#include "plan/json_text.h"

#include <nlohmann/json.hpp>

#include "plan/json_pointer.h"
#include "plan/text_guard.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

using Parser = nlohmann::json;

/// Builds our values from the parser's events. It stands in for the parser's own document because
/// that one keeps the last of two equal keys without a word.
class Builder final : public nlohmann::json_sax<Parser> {
public:
    Builder(std::string_view text, Faults& faults) : m_text(text), m_faults(faults) {}

    Json take() { return std::move(m_root); }

    bool null() override { return put(Json(nullptr)) != nullptr; }
    bool boolean(bool flag) override { return put(Json(flag)) != nullptr; }
    bool number_integer(number_integer_t number) override {
        return put(Json(static_cast<double>(number))) != nullptr;
    }
    bool number_unsigned(number_unsigned_t number) override {
        return put(Json(static_cast<double>(number))) != nullptr;
    }
    bool number_float(number_float_t number, const string_t&) override {
        return put(Json(number)) != nullptr;
    }
    bool string(string_t& text) override { return put(Json(text)) != nullptr; }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Json(Json::Object{})); }
    bool start_array(std::size_t) override { return open(Json(Json::Array{})); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        m_open.back().key = name;
        if (m_open.back().container->member(name)) {
            m_faults.add(pointer_here(), "the key " + in_quotes(name) + " stands here twice",
                         "Keep one of them.");
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error) override {
        const std::string place = line_and_column(m_text, position > 0 ? position - 1 : 0);
        constexpr int number_overflow = 406;
        if (error.id == number_overflow) {
            m_faults.add(place, "the number " + printable(token, 40) + " is too large");
            return false;
        }
        // The parser's sentence comes after its own name and the place.
        std::string_view says = error.what();
        if (const auto colon = says.find(": "); colon != says.npos) says.remove_prefix(colon + 2);
        m_faults.add(place, "this is not JSON: " + printable(says, 160));
        return false;
    }

private:
    struct Container {
        Json* container;
        std::string key;  // of the member that comes next
    };

    std::string pointer_here() const {
        std::string pointer;
        for (const Container& one : m_open) {
            const Json::Array* items = one.container->array();
            pointer = items ? pointer_to(pointer, items->size() - (&one == &m_open.back() ? 0 : 1))
                            : pointer_to(pointer, one.key);
        }
        return pointer;
    }

    Json* put(Json value) {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Container& into = m_open.back();
        if (Json::Array* items = into.container->array()) {
            items->push_back(std::move(value));
            return &items->back();
        }
        Json& member = (*into.container->object())[into.key];
        member = std::move(value);
        return &member;
    }

    bool open(Json container) {
        m_open.push_back({put(std::move(container)), {}});
        return true;
    }

    bool close() {
        m_open.pop_back();
        return true;
    }

    std::string_view m_text;
    Faults& m_faults;
    Json m_root;
    std::vector<Container> m_open;
};

}  // namespace

std::optional<Json> parse_json(std::string_view text, Faults& faults) {
    if (const auto fit = guard_text(text); !fit) {
        faults.add(fit.error().where, fit.error().says, fit.error().hint);
        return std::nullopt;
    }
    Builder builder(text, faults);
    if (!Parser::sax_parse(text, &builder)) return std::nullopt;
    return builder.take();
}

}  // namespace stallscope
