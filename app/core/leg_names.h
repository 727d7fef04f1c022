// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "analysis/legs.h"

namespace stallscope::app {

/// A leg of a request or a step of its reply: what a time can be looked at by.
using AnyLeg = std::variant<Leg, PathStep>;

/// All of them, legs first, in the order in which they are offered.
const std::vector<AnyLeg>& any_legs();

/// "Return leg", "Service end to header".
QString leg_title(AnyLeg leg);
/// What it is, for tooltips.
QString leg_definition(AnyLeg leg);
/// As it stands in results.json: "return", "service_end_to_header".
std::string leg_key(AnyLeg leg);
/// Nanoseconds, or `not_taken`.
std::int64_t any_leg_ns(AnyLeg leg, const RequestRow& row);

}  // namespace stallscope::app
