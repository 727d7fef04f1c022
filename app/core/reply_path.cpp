// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reply_path.h"

#include <array>

#include "core/leg_names.h"

namespace stallscope::app {
namespace {

const std::array<AnyLeg, 6> shown = {Leg::lock_wait,
                                     PathStep::service_end_to_header,
                                     PathStep::header_to_body,
                                     PathStep::body_to_decoded,
                                     PathStep::decoded_to_received,
                                     Leg::return_leg};

}  // namespace

std::vector<ReplyStep> reply_path_of(const Figures& figures) {
    std::vector<ReplyStep> steps;
    for (const AnyLeg leg : shown) {
        ReplyStep step;
        step.title = leg_title(leg);
        const bool is_step = std::holds_alternative<PathStep>(leg);
        const auto& all = is_step ? figures.path_ms : figures.legs_ms;
        if (const auto found = all.find(leg_key(leg)); found != all.end()) {
            step.n = found->second.n;
            step.p50 = found->second.p50;
            step.p95 = found->second.p95;
            step.p99 = found->second.p99;
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

}  // namespace stallscope::app
