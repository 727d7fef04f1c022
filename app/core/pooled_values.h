// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "core/leg_metric.h"
#include "core/run_data.h"
#include "core/sorted_values.h"

namespace stallscope::app {

/// Which requests: of one stream in one condition, and which of their times.
struct LiveChoice {
    QString stream, condition;
    LegMetric metric = LegMetric::return_leg;
    bool operator==(const LiveChoice&) const = default;
};

/// One time of all counted requests of a cell, over its visits, sorted. Takes what is new since
/// the last update; a visit that no longer counts (failed, measured again) is taken out.
class PooledValues {
public:
    /// Whether anything has changed.
    bool update(const RunData& data, const QString& cell, const LiveChoice& choice);
    std::span<const float> sorted() { return m_values.sorted(); }
    std::size_t size() const { return m_values.size(); }

private:
    struct Taken {
        qint64 visit = 0;
        std::size_t requests = 0;
    };
    LiveChoice m_choice;
    QString m_cell;
    std::vector<Taken> m_taken;
    SortedValues m_values;
};

}  // namespace stallscope::app
