// SPDX-License-Identifier: Apache-2.0
#include "run/pass_repeats.h"

#include <algorithm>

namespace stallscope {
namespace {

bool needs_a_repeat(const PassRepeats::Spoilt& pass, const PassRepeats::Cause& cause) {
    return pass.failed || !cause || pass.cells != std::set<std::string>{*cause};
}

}  // namespace

void PassRepeats::add(const ScheduledVisit& visit, const VisitOutcome& outcome) {
    if (m_spoilt.empty() || m_spoilt.back().pass != visit.pass) {
        m_spoilt.push_back({visit.pass, outcome, {}, false});
    }
    auto& pass = m_spoilt.back();
    pass.cells.insert(visit.cell);
    pass.failed = pass.failed || outcome.status == VisitStatus::failed;
}

bool PassRepeats::hopeless(const Cause& cause) const {
    return std::count_if(m_spoilt.begin(), m_spoilt.end(), [&](const Spoilt& pass) {
               return needs_a_repeat(pass, cause);
           }) > m_most - m_taken;
}

bool PassRepeats::take(const Spoilt& pass, const Cause& cause) {
    if (!needs_a_repeat(pass, cause)) return true;
    if (m_taken >= m_most) return false;
    ++m_taken;
    return true;
}

Error given_up(const VisitOutcome& outcome, const std::string& why, std::string where,
               const std::string& file) {
    const std::string resume = "stallscope resume " + file;
    if (outcome.status != VisitStatus::discarded) {
        return {ErrorKind::measurement,
                why + outcome.reason,
                std::move(where),
                "remove the cause, then: " + resume,
                {}};
    }
    return {ErrorKind::environment,
            why + outcome.reason,
            std::move(where),
            outcome.advice + ", then: " + resume +
                ". Or measure all the same with --keep-blocked, and get no verdict",
            {}};
}

}  // namespace stallscope
