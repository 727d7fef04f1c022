// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "plan/experiment.h"
#include "record/rows.h"
#include "run/blocking.h"
#include "run/live_host.h"

namespace stallscope {

struct WindowTimes {
    double lead_s = 0, warm_up_s = 0, window_s = 0, guard_s = 0;
};

/// Where the rows of a window go while it runs. An error (a full disk) ends the visit and the run.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual Result<void> origin(std::int64_t origin_ns) = 0;
    virtual Result<void> requests(const std::string& stream, std::span<const RequestRow> rows) = 0;
    virtual Result<void> calls(const std::string& stream, std::span<const CallRow> rows) = 0;
    virtual Result<void> samples(std::span<const SampleRow> rows) = 0;
    /// Called about every half second.
    virtual Result<void> commit() = 0;
};

struct MeasuredWindow {
    VisitEnd end;  ///< complete, or failed with its reason
    /// Why a complete window must not count all the same, unless somebody wants it to.
    std::vector<BlockReason> blocked;
    std::map<std::string, std::int64_t> counted;  ///< requests (calls) in the window, by stream
    /// What the host counted of itself in the visit, by stream and name.
    std::map<std::string, std::map<std::string, std::int64_t>> counters;
};

/// Runs the streams of an opened host once: start, lead, warm-up, window, until every counted
/// request has its response (at least guard, at most 10 s), stop. Drains the rings while it runs.
/// A failure of the host is a failed window; an Error comes only from `tick` (cancelled) and from
/// `sink`.
Result<MeasuredWindow> measure_window(LiveHost& live, const std::map<std::string, Stream>& streams,
                                      const std::vector<std::string>& running,
                                      Instrumentation stamps, const WindowTimes& times,
                                      RowSink& sink, const Tick& tick);

}  // namespace stallscope
