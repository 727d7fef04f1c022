// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plan/result.h"
#include "plan/schedule.h"
#include "run/visit.h"

namespace stallscope {

/// Which passes of a cycle are measured again, and whether they may be (4-algorithm, step 10): a
/// pass in which a visit failed or was blocked once, at the end of its cycle; ⌈cycles/2⌉ per run.
class PassRepeats {
public:
    struct Spoilt {
        int pass = 0;
        VisitOutcome first;           ///< of its visits that do not count
        std::set<std::string> cells;  ///< whose visits do not count
        bool failed = false;          ///< not only blocked from outside
    };
    /// The cell that causes blocks, once there is one (see BlockLedger).
    using Cause = std::optional<std::string>;

    explicit PassRepeats(int cycles) : m_most((cycles + 1) / 2) {}

    void begin_cycle() { m_spoilt.clear(); }
    /// A visit that is not complete.
    void add(const ScheduledVisit& visit, const VisitOutcome& outcome);
    const std::vector<Spoilt>& spoilt() const { return m_spoilt; }

    /// More passes of this cycle would have to be repeated than may be.
    bool hopeless(const Cause& cause) const;
    /// Takes one repeat; false: there is none left. A pass in which only the causing cell was
    /// blocked takes none: nothing of that cell is excluded any more.
    bool take(const Spoilt& pass, const Cause& cause);

    int most() const { return m_most; }

private:
    int m_most, m_taken = 0;
    std::vector<Spoilt> m_spoilt;
};

/// The run ends here and can be resumed. Kind environment where the visit was blocked, measurement
/// where its host failed.
Error given_up(const VisitOutcome& outcome, const std::string& why, std::string where,
               const std::string& file);

}  // namespace stallscope
