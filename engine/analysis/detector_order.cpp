// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_order.h"

#include <fmt/format.h>

#include "plan/experiment.h"

namespace stallscope {

std::vector<Suspicion> look_for_fixed_order(const Experiment* experiment) {
    if (experiment == nullptr || experiment->cells.size() < 2 ||
        (experiment->order != Order::interleaved && experiment->order != Order::blocked)) {
        return {};
    }
    Suspicion suspicion;
    suspicion.id = "fixed-order";
    suspicion.severity = "warns";
    suspicion.says = fmt::format(
        "the order \"{}\" measures the cells always in the same sequence: a drift of the machine "
        "reads as a difference between them",
        to_text(experiment->order));
    suspicion.advice = "\"order\": \"mirrored\" cancels a linear drift";
    return {suspicion};
}

}  // namespace stallscope
