// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "analysis/verdict.h"

namespace stallscope {

/// The controls of one run as they stand after so many cycles, and which of them a member is
/// subject to. Keeps a reference to the family.
class RunControls {
public:
    explicit RunControls(const Family& family);

    /// Judges the controls on their complete cycles among the first `cycles`. One that no
    /// criterion uses is no part of Holm's family.
    void judge(std::size_t cycles);

    /// The member's own control; null when it has none, or that has fewer than three cycles.
    const ControlVerdict* of(const Member& member) const;
    /// The failed control of the member's stream, condition and metric, whatever its statistic;
    /// null when none failed.
    const ControlVerdict* failed(const Member& member) const;

    const std::vector<ControlVerdict>& all() const { return m_controls; }

private:
    double smallest_margin(const std::string& key) const;

    const Family& m_family;
    std::vector<ControlVerdict> m_controls;  ///< in the order of the family's
};

}  // namespace stallscope
