// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pooled_values.h"

namespace stallscope::app {

bool PooledValues::update(const RunData& data, const QString& cell, const LiveChoice& choice) {
    return m_requests.update(
        data, cell, choice, [this] { m_values.clear(); },
        [&](const VisitData&, const StreamColumns& columns, std::size_t place) {
            m_values.add(leg_ms(columns, place, choice.metric));
        });
}

}  // namespace stallscope::app
