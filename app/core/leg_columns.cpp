// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/leg_columns.h"

#include <algorithm>

#include "analysis/call_intervals.h"
#include "analysis/durations.h"
#include "analysis/nearby_place.h"
#include "analysis/pearson.h"

namespace stallscope::app {
namespace {

float to_ms(std::int64_t ns) {
    return static_cast<float>(static_cast<double>(ns) / 1e6);
}

double almost_highest(std::vector<float> values) {
    if (values.empty()) return 0;
    const auto at = values.begin() +
                    static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * 0.995);
    std::nth_element(values.begin(), at, values.end());
    return static_cast<double>(*at);
}

bool is_counted(const RequestRow& row, qint64 window_ns) {
    return row.arrival != not_taken && row.arrival >= 0 && row.arrival < window_ns;
}

void add_visit(LegColumns& columns, const std::vector<RequestRow>& rows, qint64 window_ns) {
    for (auto& [leg, column] : columns) {
        std::vector<float>& ms = column.sorted_ms;
        const auto before = static_cast<std::ptrdiff_t>(ms.size());
        for (const RequestRow& row : rows) {
            if (!is_counted(row, window_ns)) continue;
            ++column.requests;
            const std::int64_t ns = any_leg_ns(leg, row);
            if (ns != not_taken) ms.push_back(to_ms(ns));
        }
        std::sort(ms.begin() + before, ms.end());
        std::inplace_merge(ms.begin(), ms.begin() + before, ms.end());
        ++column.visits_read;
    }
}

Result<std::vector<CallInterval>> calls_of(const RunReader& run, std::int64_t visit,
                                           const std::string& suspect, bool is_loop) {
    if (is_loop) {
        const auto rows = run.calls(visit, suspect);
        if (!rows) return tl::unexpected(rows.error());
        return call_intervals(*rows);
    }
    const auto rows = run.requests(visit, suspect);
    if (!rows) return tl::unexpected(rows.error());
    return call_intervals(*rows);
}

/// Collects the pairs of several visits.
class WaitPairs {
public:
    explicit WaitPairs(const MeasuredPlace& place) : m_place(place) {
        m_columns.visits = static_cast<int>(place.visits.size());
    }

    void add_visit(const std::vector<RequestRow>& rows, const std::vector<CallInterval>& calls,
                   qint64 window_ns) {
        NearbyPlace near_start;
        for (const RequestRow& row : rows) {
            const std::int64_t reply = m_place.on_thread ? row.received : row.header;
            if (!is_counted(row, window_ns) || row.service_end == not_taken || reply == not_taken) {
                continue;
            }
            ++m_columns.stamped;
            const std::size_t after = near_start.first_not(
                std::span<const CallInterval>(calls),
                [&](const CallInterval& call) { return call.start <= row.service_end; });
            if (after == 0) continue;
            const CallInterval& call = calls[after - 1];
            if (call.end == not_taken) {
                ++m_columns.never_ended;
            } else if (row.service_end < call.end) {
                add(reply - row.service_end, call.end - row.service_end);
            }
        }
        ++m_columns.visits_read;
        m_columns.r = pearson(m_wait, m_left);
        m_columns.most_waits_ms = almost_highest(m_columns.wait_ms);
        m_columns.most_left_ms = almost_highest(m_columns.left_ms);
    }

    const WaitColumns& columns() const { return m_columns; }

private:
    void add(std::int64_t wait, std::int64_t left) {
        m_columns.wait_ms.push_back(to_ms(wait));
        m_columns.left_ms.push_back(to_ms(left));
        m_wait.push_back(wait);
        m_left.push_back(left);
    }

    const MeasuredPlace& m_place;
    WaitColumns m_columns;
    Durations m_wait, m_left;
};

}  // namespace

Result<void> read_legs(const RunReader& run, const MeasuredPlace& place,
                       const std::vector<AnyLeg>& legs, const TakeLegs& take) {
    LegColumns columns;
    for (const AnyLeg leg : legs) columns[leg].visits = static_cast<int>(place.visits.size());
    const std::string stream = place.place.stream.toStdString();
    for (const StoredVisit& visit : place.visits) {
        const auto rows = run.requests(visit.visit.id, stream);
        if (!rows) return tl::unexpected(rows.error());
        add_visit(columns, *rows, place.window_ns(visit));
        if (!take(columns)) return {};
    }
    return {};
}

Result<void> read_waits(const RunReader& run, const MeasuredPlace& place, const QString& suspect,
                        bool suspect_is_loop, const TakeWaits& take) {
    WaitPairs pairs(place);
    const std::string stream = place.place.stream.toStdString();
    const std::string other = suspect.toStdString();
    for (const StoredVisit& visit : place.visits) {
        const auto calls = calls_of(run, visit.visit.id, other, suspect_is_loop);
        if (!calls) return tl::unexpected(calls.error());
        const auto rows = run.requests(visit.visit.id, stream);
        if (!rows) return tl::unexpected(rows.error());
        pairs.add_visit(*rows, *calls, place.window_ns(visit));
        if (!take(pairs.columns())) return {};
    }
    return {};
}

}  // namespace stallscope::app
