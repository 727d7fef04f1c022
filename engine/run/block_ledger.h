// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plan/result.h"
#include "plan/schedule.h"
#include "record/run_file.h"
#include "run/blocking.h"

namespace stallscope {

/// Keeps account of what was blocked in a run: decides what happens to a blocked visit, and turns
/// the account into findings.
///
/// A blocked visit is discarded, unless somebody wants such visits kept, or its cell causes the
/// blocks (4-algorithm, step 10). What is kept is marked by a finding of severity "blocks": no
/// verdict can rest on it. Its id is that of the reason, or "cell-causes-blocks".
class BlockLedger {
public:
    /// Stores a finding and tells it.
    using Tell = std::function<Result<void>(const StoredFinding&)>;

    /// `before`: what is in the run file already.
    BlockLedger(const std::vector<std::string>& cells, const std::vector<StoredVisit>& before,
                bool keep_blocked, Tell store, Tell tell_only);

    /// True: the visit stays complete. Call before its end is stored: a finding about something
    /// kept must not be lost with the engine.
    Result<bool> keeps(const ScheduledVisit& visit, const std::vector<BlockReason>& reasons);

    /// The cell that causes the blocks, once that is known.
    const std::optional<std::string>& cause() const { return m_cause; }

    void visit_measured() { ++m_measured; }

    /// Once per kind: in how many visits, and the worst. Call at the end of the run; `gave_up`: the
    /// run ends because of them.
    Result<void> sum_up(bool gave_up);

private:
    struct Kind {
        int kept = 0, discarded = 0;
        double worst = 0;
        std::string says, where;  ///< of the worst
    };

    Result<void> name_the_cause(const std::string& reason);

    bool m_keep_blocked;
    Tell m_store, m_tell_only;
    std::map<std::string, int> m_blocks;  ///< discarded visits by cell
    std::map<std::string, Kind> m_kinds;
    std::optional<std::string> m_cause;
    int m_measured = 0;
};

}  // namespace stallscope
