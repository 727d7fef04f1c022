// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "cli/live_figures.h"
#include "cli/progress_bar.h"
#include "run/events.h"

namespace stallscope::cli {

/// Something a person should read, in the order in which it happened.
struct WatchLine {
    enum class Kind { step, visit, trouble } kind = Kind::step;
    std::string text;
};

/// Follows a run through its events and puts it into words. Prints nothing.
class RunWatch {
public:
    using Clock = std::chrono::steady_clock;

    /// Lines that this event gives rise to; usually none.
    std::vector<WatchLine> hear(const events::Event& event);

    /// What the bottom line shows at `now`: between two `progress` events the time left runs down.
    ProgressLine progress(Clock::time_point now) const;

    /// "about 2 min left", or empty when it is not known.
    std::string time_left(Clock::time_point now) const;

private:
    void heard(const events::Plan& plan);
    std::vector<WatchLine> heard(const events::VisitStarted& visit);
    std::vector<WatchLine> heard(const events::VisitFinished& visit);
    void heard(const events::Progress& progress);

    events::Plan m_plan;
    events::VisitStarted m_visit;
    events::Progress m_progress;
    Clock::time_point m_progress_at;
    bool m_progress_known = false;
    bool m_visit_runs = false;
    std::string m_step;
    LiveFigures m_figures;
};

}  // namespace stallscope::cli
