// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace stallscope::app {

/// How often the window may draw. While nothing is measured: every frame. While a run is live the
/// window is a neighbour of what is measured, so drawing gets a fixed share of one core: what a
/// frame cost is waited for before the next one is due.
class FrameBudget {
public:
    static constexpr double live_share = 0.03;        ///< of one core
    static constexpr qint64 longest_wait_ms = 2'000;  ///< also the slowest machine shows something

    void set_live(bool live) { m_live = live; }
    /// Whether a frame may be drawn at `now_ms` of a clock that never goes back.
    bool is_due(qint64 now_ms) const { return !m_live || now_ms >= m_next_ms; }
    /// A frame that began at `now_ms` took `cost_ms`.
    void spent(qint64 now_ms, double cost_ms);

private:
    bool m_live = false;
    qint64 m_next_ms = 0;
};

}  // namespace stallscope::app
