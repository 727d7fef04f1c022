// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/timeline_kind.h"
#include "record/rows.h"

namespace stallscope::app {

/// Whose time a lane shows.
enum class LaneRole {
    client,      ///< asks and waits
    dispatcher,  ///< the stream's dispatcher thread; runs the forward itself where it has no worker
    worker,      ///< the process that runs the forward
    caller,      ///< a loop thread
};

/// A stretch of time of one request, ns from the visit's origin.
struct RequestSpan {
    LaneRole role = LaneRole::client;
    TimelineKind kind = TimelineKind::request;
    std::int64_t start = 0, end = 0;

    /// Lies inside another span of its lane.
    bool is_inner() const { return kind == TimelineKind::native; }
    bool operator==(const RequestSpan&) const = default;
};

/// Whether a worker of its own served it, as far as its stamps tell.
bool has_worker(const RequestRow& row);

/// The spans that the stamps tell, for each lane in the order of time. A span one of whose stamps
/// was not taken is left out, and so is one that would end before it starts.
std::vector<RequestSpan> spans_of(const RequestRow& row);
std::vector<RequestSpan> spans_of(const CallRow& row);

}  // namespace stallscope::app
