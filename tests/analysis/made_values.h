// SPDX-License-Identifier: Apache-2.0
#pragma once

// RunValues made by hand: one number per cycle.

#include <cmath>
#include <string>
#include <vector>

#include "analysis/run_values.h"

namespace stallscope {

/// Raw values of one figure by cycle, on the scale of its metric.
inline void put(RunValues& values, const std::string& cell, const std::string& stream,
                const Figure& figure, const std::vector<double>& raw,
                const std::string& condition = "both") {
    StreamValues& place = values.streams[{cell, condition, stream}];
    for (std::size_t k = 0; k < raw.size(); ++k) {
        VisitValue value;
        value.raw = raw[k];
        if (raw[k] > 0) {
            value.y =
                scale_of(figure.metric) == CostScale::rate ? -std::log(raw[k]) : std::log(raw[k]);
        } else {
            value.why = "a value of zero or less has no logarithm";
        }
        place.values[figure][static_cast<int>(k)] = value;
        place.tallies[static_cast<int>(k)].requests = 1000;
        if (figure.statistic == "typical") {
            place.totals[figure.metric][static_cast<int>(k)] = {
                scale_of(figure.metric) == CostScale::rate ? 1e3 * 1000 / raw[k] : raw[k] * 1000,
                1000};
        }
    }
}

inline Cell cell_named(const std::string& id, const std::string& duplicate_of = {}) {
    Cell cell;
    cell.id = id;
    cell.duplicate_of = duplicate_of;
    cell.conditions = {"alone", "both"};
    return cell;
}

inline Criterion criterion_on(const Figure& figure, Form form, double bound,
                              const std::string& against = {}) {
    Criterion criterion;
    criterion.id = figure.metric + "-" + figure.statistic;
    criterion.metric = figure.metric;
    criterion.statistic = figure.statistic;
    criterion.stream = "gpu";
    criterion.cell = "B";
    criterion.against = against;
    criterion.conditions = {"both"};
    criterion.form = form;
    criterion.bound = bound;
    return criterion;
}

}  // namespace stallscope
