// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/schedule.h"
#include "record/rows.h"

namespace stallscope {

/// A visit's row as the schedule has it: its first attempt, at its planned position. When it was
/// started, and what ran before it, is for whoever runs it.
VisitRow planned_row(const ScheduledVisit& scheduled);

}  // namespace stallscope
