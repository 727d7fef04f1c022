// SPDX-License-Identifier: Apache-2.0
#include "record/number_set.h"

#include <iterator>

namespace stallscope {

bool NumberSet::contains(std::uint64_t number) const {
    const auto after = m_last_of.upper_bound(number);
    return after != m_last_of.begin() && std::prev(after)->second >= number;
}

bool NumberSet::insert(std::uint64_t number) {
    auto after = m_last_of.upper_bound(number);
    auto own = m_last_of.end();
    if (after != m_last_of.begin()) {
        own = std::prev(after);
        if (own->second >= number) {
            return false;
        }
        if (own->second + 1 == number) {
            own->second = number;
        } else {
            own = m_last_of.end();
        }
    }
    if (own == m_last_of.end()) {
        own = m_last_of.emplace_hint(after, number, number);
    }
    if (after != m_last_of.end() && number + 1 == after->first) {
        own->second = after->second;
        m_last_of.erase(after);
    }
    return true;
}

}  // namespace stallscope
