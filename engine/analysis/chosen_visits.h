// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "record/run_file.h"

namespace stallscope {

/// Which visits count. A place of the schedule may have been measured more than once: its latest
/// complete attempt counts, earlier ones stay in the file and are excluded.
struct ChosenVisits {
    std::vector<StoredVisit> counted;     ///< in the order they were started
    std::vector<StoredVisit> superseded;  ///< complete, but replaced by a later attempt
    std::vector<StoredVisit> partial;     ///< without an end; never pooled
    std::vector<StoredVisit> failed;      ///< failed or discarded; never pooled

    /// The counted visits of one (cell, condition), in the order they were started.
    std::vector<StoredVisit> of(std::string_view cell, std::string_view condition) const;
};

/// What would count if nothing were excluded: of each place its first attempt whose rows are whole,
/// blocked ones among them; in the order they were started. A failed or cancelled visit lacks rows.
std::vector<StoredVisit> first_attempts(const ChosenVisits& chosen);

ChosenVisits choose_visits(const std::vector<StoredVisit>& visits);

}  // namespace stallscope
