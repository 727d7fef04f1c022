// SPDX-License-Identifier: Apache-2.0
#include "analysis/control.h"

#include <algorithm>
#include <cmath>

#include "analysis/distributions.h"
#include "analysis/family.h"
#include "analysis/outcome.h"

namespace stallscope {

std::string_view to_text(ControlState state) {
    switch (state) {
        case ControlState::passed:
            return "passed";
        case ControlState::widen:
            return "widen";
        case ControlState::invalid:
            return "invalid";
    }
    return "";
}

std::vector<Control> control(std::span<const Estimate> contrasts, std::span<const double> margins) {
    const std::size_t count = std::min(contrasts.size(), margins.size());
    std::vector<Control> controls(count);
    std::vector<double> p(count);
    for (std::size_t i = 0; i < count; ++i) {
        p[i] = 2 * std::min(p_met(contrasts[i], 0), p_not_met(contrasts[i], 0));
    }
    const auto adjusted = holm(p);
    for (std::size_t i = 0; i < count; ++i) {
        const double size = std::abs(contrasts[i].value);
        const double margin = std::abs(margins[i]);
        controls[i].p = p[i];
        controls[i].adjusted = adjusted[i];
        controls[i].informative =
            size + t_critical(0.05, contrasts[i].df) * contrasts[i].se < margin / 2;
        if (adjusted[i] <= control_level) {
            const bool large = size > margin / 4;
            controls[i].state = large ? ControlState::invalid : ControlState::widen;
            controls[i].widen_by = large ? 0 : size;
        }
    }
    return controls;
}

}  // namespace stallscope
