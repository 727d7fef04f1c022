// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "host/host_commands.h"
#include "record/arena.h"
#include "run/batch_call.h"

namespace stallscope {

/// Calls back to back in one visit, one record per call.
class BatchLoop {
public:
    BatchLoop(BatchCall& call, const protocol::StreamToOpen& stream, ArenaHeader& times,
              RingWriter ring, int lane)
        : m_call(call), m_stream(stream), m_times(times), m_ring(ring), m_lane(lane) {}

    /// From the arena's start to its stop. Afterwards every batch is compared slot by slot with
    /// what one worker makes of it. Error: a call that failed, slots that differ.
    Result<void> run();

    std::int64_t answered() const { return m_answered; }
    /// Of the calls of the last run(): "threads_started", "most_workers", and the process's
    /// "voluntary_switches" and "involuntary_switches" meanwhile.
    const std::map<std::string, std::int64_t>& counters() const { return m_counters; }

private:
    Result<void> call_until_stopped();
    void judge(const BatchResult& result, int which, std::int64_t now, StampRecord& record);

    BatchCall& m_call;
    const protocol::StreamToOpen& m_stream;
    ArenaHeader& m_times;
    RingWriter m_ring;
    int m_lane;
    std::uint64_t m_requests = 0;  ///< since the host was started
    std::int64_t m_answered = 0;   ///< in this visit
    std::int64_t m_last_judged = 0;
    std::map<std::string, std::int64_t> m_counters;
};

}  // namespace stallscope
