// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "plan/experiment.h"
#include "record/run_file.h"

namespace stallscope::app {

/// One line: readings of one thing over the run. Between two visits stands a NaN, which breaks it.
struct ResourceLine {
    QString name;                     ///< "host", "worker gpu", "other programs"
    std::vector<double> at_s, value;  ///< seconds in the run, from its first visit's start
};

/// Lines that belong on one axis.
struct ResourceQuantity {
    QString id;     ///< "cpu", "resident", …; stable
    QString title;  ///< "CPU use"
    QString unit;   ///< "cores", "MiB"; empty: a number
    std::vector<ResourceLine> lines;
};

/// A visit's window on the same time axis.
struct WindowBand {
    qint64 visit = 0;
    QString cell, condition;
    double from_s = 0, to_s = 0;
};

/// What was read of the machine during a run's visits.
struct Resources {
    std::vector<ResourceQuantity> quantities;  ///< only those that were read
    std::vector<WindowBand> windows;           ///< of all visits whose window began
    int visits_read = 0, visits = 0;

    const ResourceQuantity* find(const QString& id) const;
};

/// Reads visit by visit; `take` gets what there is, now and then and at the end; false: stop.
/// Counters become rates between two readings of one visit. Error: of the run file.
Result<void> read_resources(const RunReader& run, const Experiment& experiment,
                            const std::vector<StoredVisit>& visits,
                            const std::function<bool(const Resources&)>& take);

/// Adds the readings of one visit; `origin_s` is its window's start on the run's time axis. For
/// read_resources() and its tests.
void add_readings(Resources& to, double origin_s, const std::vector<SampleRow>& samples);

}  // namespace stallscope::app
