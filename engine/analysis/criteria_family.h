// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/noise_bank.h"
#include "analysis/results.h"
#include "analysis/run_values.h"
#include "analysis/verdict.h"
#include "plan/experiment.h"

namespace stallscope {

/// What a member of the family is, beside its numbers.
struct MemberOrigin {
    std::size_t criterion = 0;  ///< its place in experiment.criteria
    std::string condition;      ///< empty: a count
    bool lower = false;         ///< the lower side of a "within"
};

/// Where a control was measured.
struct ControlOrigin {
    std::string stream, condition, cell, duplicate;
    Figure figure;
};

/// The sealed criteria as one family of members, in the order of the criteria and of each one's
/// conditions, with the controls of its comparisons.
struct CriteriaFamily {
    Family family;
    std::vector<MemberOrigin> members;    ///< in step with family.members
    std::vector<ControlOrigin> controls;  ///< in step with family.controls
};

/// `blocking`: findings of severity "blocks" make the words of what they name invalid.
CriteriaFamily family_of(const Experiment& experiment, const RunValues& values,
                         const NoiseBank& bank, const std::vector<Finding>& blocking);

/// The unit of the criterion's value: "ms", "ratio", "times", "count", "req/s", "share", "points".
std::string_view unit_of(const Criterion& criterion);

/// The form of its margin; "within" gives its upper side.
MarginForm margin_form_of(Form form);

/// What the criterion counts instead of measuring: mismatches, errors, wrong places.
bool is_census(const Criterion& criterion);

/// Figures that the cores of an emulated device make, not the mechanism under test.
bool is_device_made(const Criterion& criterion);

}  // namespace stallscope
