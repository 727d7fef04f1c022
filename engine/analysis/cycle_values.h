// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/half_series.h"
#include "analysis/run_values.h"

namespace stallscope {

/// Puts the half-visits of one stream in one (cell, condition) together, cycle by cycle. A cycle's
/// requests are held only until its last half-visit is there.
class CycleValuesOfStream {
public:
    /// `halves`: 2 in a mirrored order, else 1. `parts`: as the experiment asks for.
    CycleValuesOfStream(std::vector<Figure> figures, int halves, int parts);

    /// `tree_cpu_ms_per_request`: CPU of host and workers in the window, empty when not read.
    void add(int cycle, HalfRecord half, std::optional<double> tree_cpu_ms_per_request);

    /// Metrics that `half_record` must extract.
    const std::vector<std::string>& metrics() const { return m_metrics; }

    StreamValues take() { return std::move(m_values); }

private:
    struct Open {
        std::vector<HalfRecord> halves;
        std::vector<std::optional<double>> cpu_ms;
    };
    void close(int cycle, const Open& open);
    VisitValue cpu_value(const Open& open) const;

    std::vector<Figure> m_figures;
    std::vector<std::string> m_metrics;
    std::size_t m_halves;
    int m_parts;
    std::map<int, Open> m_open;
    StreamValues m_values;
};

}  // namespace stallscope
