// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_controls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/look_figures.h"

namespace stallscope {
namespace {

bool is_comparative(const Member& member) {
    return std::holds_alternative<ContrastSeries>(member.data);
}

}  // namespace

RunControls::RunControls(const Family& family) : m_family(family) {
    for (const ControlSeries& series : family.controls) {
        m_controls.push_back({series.key, std::nullopt, {}});
    }
}

double RunControls::smallest_margin(const std::string& key) const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const Member& member : m_family.members) {
        if (member.control == key && (is_comparative(member) || member.control_margin)) {
            smallest =
                std::min(smallest, std::abs(member.control_margin.value_or(member.margin.value)));
        }
    }
    return smallest;
}

void RunControls::judge(std::size_t cycles) {
    std::vector<std::size_t> used;
    std::vector<Estimate> contrasts;
    std::vector<double> margins;
    for (std::size_t i = 0; i < m_controls.size(); ++i) {
        ControlVerdict& own = m_controls[i];
        own.contrast = contrast_estimate(m_family.controls[i].data, m_family.interval, cycles);
        const double margin = smallest_margin(own.key);
        if (own.contrast && std::isfinite(margin)) {
            used.push_back(i);
            contrasts.push_back(*own.contrast);
            margins.push_back(margin);
        }
    }
    const auto judged = control(contrasts, margins);
    for (std::size_t i = 0; i < used.size(); ++i) {
        m_controls[used[i]].control = judged[i];
    }
}

const ControlVerdict* RunControls::of(const Member& member) const {
    for (const ControlVerdict& own : m_controls) {
        if (is_comparative(member) && !member.control.empty() && own.key == member.control &&
            own.contrast) {
            return &own;
        }
    }
    return nullptr;
}

const ControlVerdict* RunControls::failed(const Member& member) const {
    for (std::size_t i = 0; i < m_controls.size(); ++i) {
        const bool own = !member.control.empty() && m_controls[i].key == member.control;
        const bool same = !member.scope.empty() && m_family.controls[i].scope == member.scope;
        if ((own || same) && m_controls[i].control.state == ControlState::invalid) {
            return &m_controls[i];
        }
    }
    return nullptr;
}

}  // namespace stallscope
