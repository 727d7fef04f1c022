// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "plan/schedule.h"
#include "record/run_file.h"

namespace stallscope {

/// Whether the visit failed or was blocked, so that its whole pass has to be measured again.
bool spoils_its_pass(const StoredVisit& visit);

/// The attempt after which a pass was spoilt last, by pass; passes that were not are absent.
std::map<int, int> spoilt_attempts(const std::vector<StoredVisit>& visits);

/// What a run file lacks, in the order of the schedule: places without a complete visit, and of a
/// pass with a failed or blocked visit every place that was not measured again after it. (All
/// attempts of a repeat carry the same number, one above the largest in the pass.)
std::vector<ScheduledVisit> missing_places(const std::vector<ScheduledVisit>& schedule,
                                           const std::vector<StoredVisit>& visits);

}  // namespace stallscope
