// SPDX-License-Identifier: Apache-2.0
#include "record/planned_row.h"

namespace stallscope {

VisitRow planned_row(const ScheduledVisit& scheduled) {
    VisitRow row;
    row.schedule_index = scheduled.index;
    row.cycle = scheduled.cycle;
    row.half = scheduled.half;
    row.pass = scheduled.pass;
    row.position = scheduled.index;
    row.cell = scheduled.cell;
    row.condition = scheduled.condition;
    row.window_s = scheduled.window_s;
    row.planned_start_s = scheduled.planned_start_s;
    return row;
}

}  // namespace stallscope
