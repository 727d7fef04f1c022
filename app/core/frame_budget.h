// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace stallscope::app {

class RunData;

/// What is measured at this moment.
enum class Measuring {
    nothing,
    between_windows,  ///< a run is live: hosts start, streams warm up
    window,           ///< requests count
};

Measuring measuring_in(const RunData& run);

/// How often the window may draw. While nothing is measured: every frame. While a run is live the
/// window is a neighbour of what is measured, so drawing gets a fixed share of one core: what a
/// frame cost is waited for before the next one is due. In a window that share is so small that
/// less than one request in a hundred can meet a frame: a P99 stays what it is.
class FrameBudget {
public:
    static constexpr double window_share = 0.003;      ///< of one core
    static constexpr double live_share = 0.03;         ///< the same between windows
    static constexpr qint64 longest_wait_ms = 10'000;  ///< slow machines show something as well

    void set_measuring(Measuring measuring) { m_measuring = measuring; }
    /// Whether a frame may be drawn at `now_ms` of a clock that never goes back.
    bool is_due(qint64 now_ms) const;
    /// A frame that began at `now_ms` took `cost_ms`.
    void spent(qint64 now_ms, double cost_ms);

private:
    Measuring m_measuring = Measuring::nothing;
    qint64 m_frame_ms = 0;
    double m_cost_ms = 0;
};

}  // namespace stallscope::app
