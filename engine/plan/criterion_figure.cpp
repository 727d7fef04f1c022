// SPDX-License-Identifier: Apache-2.0
#include "plan/criterion_figure.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/json_pointer.h"
#include "plan/metrics.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

class FigureCheck {
public:
    FigureCheck(const Criterion& criterion, const std::string& pointer,
                const Experiment& experiment, Faults& faults)
        : m_criterion(criterion),
          m_pointer(pointer),
          m_experiment(experiment),
          m_faults(faults),
          m_metric(find_metric(criterion.metric)) {}

    void check() {
        if (!m_criterion.cell.empty())
            check_in_cell("cell", *m_experiment.find_cell(m_criterion.cell));
        if (!m_criterion.against.empty())
            check_in_cell("against", *m_experiment.find_cell(m_criterion.against));
        if (m_criterion.cell.empty() && !m_criterion.stream.empty()) check_in_any_cell();
    }

private:
    std::string at(std::string_view key) const { return pointer_to(m_pointer, key); }

    void check_in_cell(std::string_view key, const Cell& cell) {
        const std::string place = at(key);
        const std::string name = fmt::format("cell {}", in_quotes(cell.id));
        const auto measured = [&](const std::string& id) {
            return std::find(cell.conditions.begin(), cell.conditions.end(), id) !=
                   cell.conditions.end();
        };
        for (const std::string& condition : m_criterion.conditions) {
            if (measured(condition)) continue;
            m_faults.add(
                place,
                fmt::format("{} is not measured in condition {}", name, in_quotes(condition)),
                fmt::format("It is measured in: {}.", listed(cell.conditions)));
            return;
        }
        if (m_criterion.stream.empty()) return;
        const std::string stream = fmt::format("stream {}", in_quotes(m_criterion.stream));
        const auto found = cell.streams.find(m_criterion.stream);
        if (found == cell.streams.end() || !runs(cell)) {
            m_faults.add(at("stream"),
                         found == cell.streams.end()
                             ? fmt::format("{} is switched off in {}", stream, name)
                             : fmt::format("{} does not run in condition {}", stream,
                                           listed(m_criterion.conditions)),
                         "Name a stream that runs there.");
            return;
        }
        check_stream(cell, found->second, name, stream);
    }

    bool runs(const Cell& cell) const {
        for (const std::string& id : cell.conditions) {
            if (!m_criterion.conditions.empty() && !contains(m_criterion.conditions, id)) continue;
            const auto running = m_experiment.running(cell, *m_experiment.find_condition(id));
            if (std::find(running.begin(), running.end(), m_criterion.stream) != running.end())
                return true;
        }
        return false;
    }

    void check_stream(const Cell& cell, const Stream& stream, const std::string& cell_name,
                      const std::string& stream_name) {
        const std::string place = at("stream");
        if (!stream.measured) {
            m_faults.add(place, fmt::format("{} is not measured in {}", stream_name, cell_name),
                         "Take \"measured\": false away, or name another stream.");
        } else if (std::holds_alternative<LoopLoad>(stream.load)) {
            m_faults.add(place,
                         fmt::format("{} is a loop in {}: it makes calls, no requests", stream_name,
                                     cell_name),
                         "Name a stream with a load of kind \"closed\".");
        } else if (m_metric->only_from_a_process && stream.placement != Placement::process) {
            m_faults.add(at("metric"),
                         fmt::format("{} has no {} in {}: its replies come from a thread",
                                     stream_name, in_quotes(m_metric->name), cell_name),
                         "Only a stream placed in \"process\" has it; \"return\" exists in both.");
        } else if (static_cast<int>(cell.host.stamps) < static_cast<int>(m_metric->least_stamps)) {
            m_faults.add(at("metric"),
                         fmt::format("{} cannot be known in {}: its host takes the stamps {}",
                                     in_quotes(m_metric->name), cell_name,
                                     in_quotes(to_text(cell.host.stamps))),
                         fmt::format("Set the host's \"stamps\" to {}.",
                                     in_quotes(to_text(m_metric->least_stamps))));
        }
    }

    void check_in_any_cell() {
        for (const Cell& cell : m_experiment.cells) {
            const auto found = cell.streams.find(m_criterion.stream);
            if (found == cell.streams.end() || !runs(cell)) continue;
            const Stream& stream = found->second;
            if (stream.measured && std::holds_alternative<ClosedLoad>(stream.load)) return;
        }
        m_faults.add(at("stream"),
                     fmt::format("stream {} answers requests in no cell and condition of this "
                                 "criterion",
                                 in_quotes(m_criterion.stream)),
                     "Name a measured stream with a load of kind \"closed\".");
    }

    const Criterion& m_criterion;
    const std::string& m_pointer;
    const Experiment& m_experiment;
    Faults& m_faults;
    const Metric* m_metric;
};

}  // namespace

void check_figure_exists(const Criterion& criterion, const std::string& pointer,
                         const Experiment& experiment, Faults& faults) {
    FigureCheck(criterion, pointer, experiment, faults).check();
}

}  // namespace stallscope
