// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/experiment.h"

namespace stallscope {

/// One place in an order: which cell in which condition, without its times.
struct Place {
    const Cell* cell = nullptr;
    const Condition* condition = nullptr;
    int cycle = 0;
    int half = 0;
    int pass = 0;
};

/// Every visit of the experiment in its order. Pointers point into the experiment.
std::vector<Place> places_of(const Experiment& experiment);

}  // namespace stallscope
