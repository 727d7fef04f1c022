// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/new_requests.h"
#include "core/sorted_values.h"

namespace stallscope::app {

/// One time of all counted requests of a cell, over its visits, sorted. Takes what is new since
/// the last update; a visit that no longer counts is taken out.
class PooledValues {
public:
    /// Whether anything has changed.
    bool update(const RunData& data, const QString& cell, const LiveChoice& choice);
    std::span<const float> sorted() { return m_values.sorted(); }
    std::size_t size() const { return m_values.size(); }

private:
    NewRequests m_requests;
    SortedValues m_values;
};

}  // namespace stallscope::app
