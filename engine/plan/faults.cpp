// SPDX-License-Identifier: Apache-2.0
#include "plan/faults.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/json_pointer.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr std::size_t most_shown = 100;

}  // namespace

void Faults::add(std::string pointer, std::string says, std::string hint) {
    if (is_full()) {
        ++m_left_out;
        return;
    }
    Fault fault{std::move(pointer), std::move(says), std::move(hint)};
    if (!contains(fault)) m_faults.push_back(std::move(fault));
}

bool Faults::contains(const Fault& fault) const {
    return std::any_of(m_faults.begin(), m_faults.end(), [&](const Fault& one) {
        return one.pointer == fault.pointer && one.says == fault.says;
    });
}

void Faults::absorb(const Faults& others, std::string_view prefix) {
    for (const Fault& fault : others.m_faults)
        add(std::string(prefix) + fault.pointer, fault.says, fault.hint);
    m_left_out += others.m_left_out;
}

void Faults::absorb_override(const Faults& merged, const Faults& parent,
                             const Json& override_document,
                             const std::function<std::string(const std::string&)>& place_of) {
    for (const Fault& fault : merged.m_faults) {
        const bool stands_here = find_place(override_document, fault.pointer) != nullptr;
        if (!stands_here && parent.contains(fault)) continue;
        add(place_of(deepest_place(override_document, fault.pointer)), fault.says, fault.hint);
    }
}

tl::unexpected<Error> Faults::as_error() const {
    Error error;
    for (std::size_t i = 0; i < m_faults.size() && i < most_shown; ++i) {
        const Fault& fault = m_faults[i];
        Error one{ErrorKind::experiment, fault.says, printable(fault.pointer), fault.hint, {}};
        if (i == 0) {
            error = std::move(one);
        } else {
            error.also.push_back(std::move(one));
        }
    }
    if (count() > most_shown) {
        error.also.push_back({ErrorKind::experiment,
                              fmt::format("{} further faults are not listed", count() - most_shown),
                              {},
                              {},
                              {}});
    }
    return tl::unexpected<Error>(std::move(error));
}

}  // namespace stallscope
