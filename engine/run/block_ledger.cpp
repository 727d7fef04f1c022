// SPDX-License-Identifier: Apache-2.0
#include "run/block_ledger.h"

#include <fmt/format.h>

#include "run/missing_places.h"

namespace stallscope {
namespace {

std::string place_of(const ScheduledVisit& visit) {
    return fmt::format("cell {}, condition {}, cycle {}", visit.cell, visit.condition,
                       visit.cycle + 1);
}

std::string counted(int n) {
    return fmt::format("{} visit{}", n, n == 1 ? "" : "s");
}

}  // namespace

BlockLedger::BlockLedger(const std::vector<std::string>& cells,
                         const std::vector<StoredVisit>& before, bool keep_blocked, Tell store,
                         Tell tell_only)
    : m_keep_blocked(keep_blocked), m_store(std::move(store)), m_tell_only(std::move(tell_only)) {
    for (const auto& cell : cells) m_blocks[cell] = 0;
    for (const auto& stored : before) {
        const bool blocked =
            stored.end && stored.end->status == VisitStatus::discarded && spoils_its_pass(stored);
        if (blocked) ++m_blocks[stored.visit.cell];
    }
    // What caused them before does so still; its finding is in the file.
    m_cause = cell_that_causes(m_blocks);
}

Result<bool> BlockLedger::keeps(const ScheduledVisit& visit,
                                const std::vector<BlockReason>& reasons) {
    const std::string where = place_of(visit);
    bool keep = m_keep_blocked;
    if (!keep) {
        const bool known = m_cause == visit.cell;
        if (!known) ++m_blocks[visit.cell];
        if (!m_cause) {
            m_cause = cell_that_causes(m_blocks);
            if (m_cause) {
                if (auto told = name_the_cause(in_one_sentence(reasons)); !told) {
                    return tl::unexpected(told.error());
                }
            }
        }
        keep = m_cause == visit.cell;
    }
    for (const auto& reason : reasons) {
        Kind& kind = m_kinds[reason.id];
        const bool first = kind.kept + kind.discarded == 0;
        if (first || reason.figure > kind.worst) {
            kind.worst = reason.figure;
            kind.says = reason.says;
            kind.where = where;
        }
        ++(keep ? kind.kept : kind.discarded);
        StoredFinding finding{reason.id, keep ? "blocks" : "warns", where, reason.says,
                              advice_for(reason.id)};
        if (m_keep_blocked) {
            finding.says += "; the visit is kept, as was asked for";
        } else if (keep) {
            finding.says += "; the visit is kept, as this cell causes it";
        } else {
            finding.says += "; the visit does not count, its pass is measured again";
        }
        // The first of a kind is stored at once, the others are summed up at the run's end.
        const bool store = m_keep_blocked && first;
        if (auto told = (store ? m_store : m_tell_only)(finding); !told) {
            return tl::unexpected(told.error());
        }
    }
    return keep;
}

Result<void> BlockLedger::name_the_cause(const std::string& reason) {
    return m_store({"cell-causes-blocks", "blocks", "cell " + *m_cause,
                    fmt::format("{} of its visits were blocked, at least {} more than of each "
                                "other cell, so the cell causes it and nothing more of it is "
                                "excluded; the last reason: {}",
                                m_blocks.at(*m_cause), blocks_of_a_cause, reason),
                    "look at what this cell does to the machine; a comparison with it is not one "
                    "of like with like"});
}

Result<void> BlockLedger::sum_up(bool gave_up) {
    for (const auto& [id, kind] : m_kinds) {
        // What a causing cell kept is in the finding about the cell.
        const int kept = m_keep_blocked ? kind.kept : 0;
        const int shown = m_keep_blocked ? kept : gave_up ? kind.discarded : 0;
        if (shown == 0 || (m_keep_blocked && kept == 1)) continue;
        const auto says = fmt::format("{} in {} of {} measured; the worst, {}: {}",
                                      m_keep_blocked ? "kept though blocked" : "blocked",
                                      counted(shown), m_measured, kind.where, kind.says);
        const StoredFinding finding{id, m_keep_blocked ? "blocks" : "warns", "", says,
                                    advice_for(id)};
        if (auto told = m_store(finding); !told) return told;
    }
    m_kinds.clear();
    return {};
}

}  // namespace stallscope
