// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/busy_time.h"
#include "core/run_data.h"

namespace stallscope::app {

/// Parts in which a window is looked at.
inline constexpr int window_parts = 10;

/// Means of the legs over all counted requests that have all of their stamps, ms. They add up:
/// dispatch + service + return = occupancy.
struct LegMeans {
    double dispatch_ms = 0, service_ms = 0, return_ms = 0;
    qint64 n = 0;
};

/// Requests per second in one part of one visit's window.
struct PartRate {
    qint64 visit = 0;
    int part = 0;                   ///< from 0
    double begin_s = 0, end_s = 0;  ///< from the run's first start
    double rate_hz = 0;
};

/// Sums over the requests of a run by visit and stream, for charts of means, rates and shares. An
/// update takes what is new: a live chart costs what came in, not what there is.
class RunTally {
public:
    void update(const RunData& data);

    // Over the visits of a cell in a condition that count (RunData::visits_of).
    std::optional<LegMeans> leg_means(const RunData& data, const QString& cell,
                                      const QString& condition, const QString& stream) const;
    /// Share of the windows in which a request of the stream was in flight, 0 … 1.
    std::optional<double> busy_share(const RunData& data, const QString& cell,
                                     const QString& condition, const QString& stream) const;
    /// Parts that are over.
    std::vector<PartRate> part_rates(const RunData& data, const QString& cell,
                                     const QString& condition, const QString& stream) const;
    /// Counted requests.
    qint64 counted(const RunData& data, const QString& cell, const QString& condition,
                   const QString& stream) const;

private:
    struct Sums {
        explicit Sums(double window_s) : busy(window_s, window_parts) {}
        std::size_t taken = 0;
        qint64 counted = 0, with_legs = 0;
        double dispatch_ms = 0, service_ms = 0, return_ms = 0;
        double latest_s = 0;  ///< of the answers, from the window's start
        std::vector<qint64> arrived = std::vector<qint64>(window_parts, 0);
        BusyTime busy;
    };
    using Key = std::pair<qint64, QString>;

    static void take(const VisitData& visit, const StreamColumns& columns, Sums& sums);
    const Sums* find(const VisitData& visit, const QString& stream) const;
    std::map<Key, Sums> m_sums;
};

}  // namespace stallscope::app
