// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "probe/clock_reading.h"
#include "probe/cpu_use.h"
#include "record/rows.h"
#include "run/blocking.h"
#include "run/live_host.h"

namespace stallscope {

/// How the machine, the host and its workers are doing while a window runs: readings at its start,
/// every half second, and at its end, so that even the shortest window has a first and a last one.
///
/// Beside those of machine_sample(), each at the moment of the reading:
///   rss_bytes/PID-ROLE, descriptors/PID-ROLE, threads/PID-ROLE   ROLE: host, worker-STREAM, or
///                     child (something that one of them started)
///   processes         host, workers and children
/// and from the second reading on, as CPUs in use since the one before:
///   tree_cpu          the visit's host, workers and children
///   foreign_cpu       other programs, at least (CpuSpent::foreign_s)
///   engine_cpu, steal_cpu, app_cpu (only below a workbench)
class WindowReadings {
public:
    WindowReadings(const LiveHost& host, std::int64_t origin_ns);

    /// Call about every 10 ms. Makes the readings that are due and returns their rows.
    std::vector<SampleRow> look(std::int64_t now_ns, std::int64_t end_ns);
    /// The last reading, if the window ended without a look.
    std::vector<SampleRow> last_look(std::int64_t now_ns);

    /// CPU between first and last reading, scaled to the window; 0 where there were none.
    void fill(VisitEnd& end, double window_s) const;
    /// What may block, between the first and the last reading.
    void fill(WindowSignals& signals) const;

private:
    struct Reading {
        std::int64_t at_ns = 0;
        ClockReading clocks;
        std::optional<CpuUse> cpu;
        std::map<std::string, double> machine;
    };

    Reading read(std::int64_t now_ns, std::vector<SampleRow>& rows) const;
    std::vector<SampleRow> next_reading(std::int64_t now_ns);
    std::optional<CpuSpent> spent() const;
    double watched_s() const;
    std::optional<double> grown(const char* counter) const;

    const LiveHost& m_host;
    std::int64_t m_origin_ns;
    std::optional<pid_t> m_app;
    std::optional<Reading> m_first, m_latest;
    bool m_over = false;
};

}  // namespace stallscope
