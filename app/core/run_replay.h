// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <atomic>
#include <memory>
#include <thread>

#include "core/event_queue.h"
#include "record/run_file.h"

namespace stallscope::app {

/// Tells a run file as the events its run had: hello, plan, then visit by visit in the order in
/// which they were started, the stored findings, run_finished. What the file does not keep (steps,
/// criteria of earlier looks, runs_code) is not told; the final criteria come from the analysis.
class RunReplay {
public:
    /// Starts reading in a thread of its own. The last thing put is EndOfEvents; what cannot be
    /// read is a Problem before it. `queue` outlives this object.
    RunReplay(std::shared_ptr<const RunReader> run, QString file, EventQueue& queue);
    RunReplay(const RunReplay&) = delete;
    RunReplay& operator=(const RunReplay&) = delete;
    /// Stops within a batch of rows. The queue must be closed or be emptied meanwhile.
    ~RunReplay();

private:
    std::atomic<bool> m_stop{false};
    std::thread m_thread;
};

}  // namespace stallscope::app
