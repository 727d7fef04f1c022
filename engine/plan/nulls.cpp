// SPDX-License-Identifier: Apache-2.0
#include "plan/experiment_codec.h"
#include "plan/json_pointer.h"

namespace stallscope {

namespace {

/// /cells/N/streams/NAME, also inside a preset.
bool may_be_switched_off(const std::vector<std::string>& steps) {
    const std::size_t from = steps.size() == 6 && steps[0] == "presets" ? 2 : 0;
    return steps.size() == from + 4 && steps[from] == "cells" && steps[from + 2] == "streams";
}

/// Walks the document and keeps the steps that lead to where it stands.
class Walk {
public:
    explicit Walk(Faults& faults) : m_faults(faults) {}

    void visit(const Json& value) {
        if (value.is_null() && !may_be_switched_off(m_steps)) {
            m_faults.add(here(), "null only switches a stream off in a cell",
                         "Leave the key out to get its default.");
        }
        if (const std::string* text = value.text()) refuse_nul(*text);
        if (const Json::Array* items = value.array()) {
            for (std::size_t i = 0; i < items->size(); ++i) step(std::to_string(i), (*items)[i]);
        }
        if (const Json::Object* members = value.object())
            for (const auto& [key, member] : *members) step(key, member);
    }

private:
    void step(std::string name, const Json& value) {
        m_steps.push_back(std::move(name));
        refuse_nul(m_steps.back());
        visit(value);
        m_steps.pop_back();
    }

    void refuse_nul(const std::string& text) {
        if (text.find('\0') != text.npos)
            m_faults.add(here(), "there is a NUL character (\\u0000) in the text");
    }

    std::string here() const {
        std::string pointer;
        for (const std::string& step : m_steps) pointer = pointer_to(pointer, step);
        return pointer;
    }

    Faults& m_faults;
    std::vector<std::string> m_steps;
};

}  // namespace

void refuse_nulls(const Json& document, Faults& faults) {
    Walk(faults).visit(document);
}

}  // namespace stallscope
