// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <cstddef>

#include "core/run_data.h"

namespace stallscope::app {

/// A time of one request that live charts can show; the legs as in results.json.
enum class LegMetric { return_leg, occupancy, service, dispatch, e2e };

QList<LegMetric> leg_metrics();
/// "return", "occupancy"… as in results.json and experiments.
QString leg_id(LegMetric metric);
/// "Return leg", "Service time"… for titles and selectors.
QString leg_title(LegMetric metric);

/// Of the request at `place`, in ms; NaN where a stamp is missing. dispatch = occupancy − service −
/// return.
float leg_ms(const StreamColumns& columns, std::size_t place, LegMetric metric);

/// Whether a request counts: it arrived inside the window. Warm-up and stragglers do not.
inline bool counts(double at_s, double window_s) {
    return at_s >= 0 && at_s < window_s;
}

}  // namespace stallscope::app
