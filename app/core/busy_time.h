// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <vector>

namespace stallscope::app {

/// How much of a window at least one request of a stream was in flight. Spans come in the order of
/// their ends, as requests are answered; where they overlap, time counts once.
class BusyTime {
public:
    /// A window of `window_s` seconds in `parts` equal parts.
    BusyTime(double window_s, int parts);

    /// From begin to end, seconds from the window's start; what lies outside the window is left
    /// out. Ends that go back a little are fine.
    void add(double begin_s, double end_s);

    /// Seconds in each part.
    std::vector<double> parts() const;
    double total() const { return m_total; }

private:
    struct Span {
        double begin = 0, end = 0;
    };
    static void spread(const Span& span, double part_s, std::vector<double>& parts);

    double m_window_s, m_part_s;
    double m_total = 0;
    std::vector<double> m_settled;  ///< seconds in each part, of spans nothing can reach any more
    std::deque<Span> m_open;        ///< disjoint, in order
};

}  // namespace stallscope::app
