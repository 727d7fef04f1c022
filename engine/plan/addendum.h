// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/experiment.h"

namespace stallscope {

/// Criteria that were added or changed after the seal. They never replace what was sealed in the
/// run file: they lie beside it with their date, and what they judge is exploratory.
struct Addendum {
    std::string at;                   ///< ISO 8601, UTC
    std::string says;                 ///< why, in the user's words; may be empty
    std::vector<Criterion> criteria;  ///< whole ones, at least one; an id of a sealed criterion
                                      ///< changes that one
    std::string json;                 ///< canonical, as stored: {"at", "criteria", "says"}
};

/// Reads a user's addendum, `{"says": "why", "criteria": […]}`, and dates it. Its criteria are
/// written as in an experiment and must fit the streams, cells and conditions of `sealed`. Error:
/// kind experiment, as parse_experiment.
Result<Addendum> make_addendum(std::string_view json, const Experiment& sealed,
                               std::string_view at);

/// Reads an addendum as it was stored. Error: kind stale.
Result<Addendum> read_addendum(std::string_view stored, const Experiment& sealed);

/// The sealed experiment with its criteria as the addenda, in their order, leave them. Those that
/// differ from what was sealed are `exploratory`, new ones stand at the end; an addendum that puts
/// the sealed words back makes a criterion what it was. Everything else stays, the seal included.
Experiment with_addenda(const Experiment& sealed, std::span<const Addendum> addenda);

}  // namespace stallscope
