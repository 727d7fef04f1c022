// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/leg_names.h"
#include "core/measured_places.h"

namespace stallscope::app {

/// One leg of the counted requests of one place, over the visits that count.
struct LegColumn {
    std::vector<float> sorted_ms;  ///< ascending; requests without its stamps are not in here
    qint64 requests = 0;           ///< counted (arrived in the window), with or without the leg
    int visits_read = 0, visits = 0;

    bool complete() const { return visits_read == visits; }
};
using LegColumns = std::map<AnyLeg, LegColumn>;

/// The reply's wait beside the time that was left in the suspect's call when the forward ended
/// (design 3, "Alignment rule"), in step; only forwards that ended inside such a call.
struct WaitColumns {
    std::vector<float> wait_ms;  ///< service end → header; a stream on a thread: → received
    std::vector<float> left_ms;  ///< service end → the call's end
    /// Nearly all values are below these (99.5 %): axes that show them are not squeezed by
    /// outliers.
    double most_waits_ms = 0, most_left_ms = 0;
    qint64 stamped = 0;       ///< requests with both stamps, inside a call or not
    qint64 never_ended = 0;   ///< inside a call whose end is not known: in no column
    std::optional<double> r;  ///< Pearson's; none for n ≤ 2 or no variance
    int visits_read = 0, visits = 0;

    bool complete() const { return visits_read == visits; }
};

/// Called after each visit with what there is so far; false: stop.
using TakeLegs = std::function<bool(const LegColumns&)>;
using TakeWaits = std::function<bool(const WaitColumns&)>;

/// Reads the place visit by visit: the memory is the columns' and one visit's rows. The last call
/// of `take` has them complete. Error: of the run file.
Result<void> read_legs(const RunReader& run, const MeasuredPlace& place,
                       const std::vector<AnyLeg>& legs, const TakeLegs& take);
Result<void> read_waits(const RunReader& run, const MeasuredPlace& place, const QString& suspect,
                        bool suspect_is_loop, const TakeWaits& take);

}  // namespace stallscope::app
