// SPDX-License-Identifier: Apache-2.0
#include "plan/criterion_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

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
        if (!m_criterion.cell.empty()) check_cell(at("cell"), m_criterion.cell);
        if (!m_criterion.against.empty()) check_cell(at("against"), m_criterion.against);
        if (!m_criterion.gap_from.empty()) {
            check_cell(pointer_to(at("gap_closed"), "from"), m_criterion.gap_from);
            check_cell(pointer_to(at("gap_closed"), "to"), m_criterion.gap_to);
        }
        if (m_criterion.cell.empty() && !m_criterion.stream.empty()) check_in_any_cell();
    }

private:
    std::string at(std::string_view key) const { return pointer_to(m_pointer, key); }

    void check_cell(const std::string& place, const std::string& id) {
        const Cell& cell = *m_experiment.find_cell(id);
        const std::string name = fmt::format("cell {}", in_quotes(cell.id));
        for (const std::string& condition : m_criterion.conditions) {
            if (contains(cell.conditions, condition)) continue;
            m_faults.add(
                place,
                fmt::format("{} is not measured in condition {}", name, in_quotes(condition)),
                fmt::format("It is measured in: {}.", listed(cell.conditions)));
            return;
        }
        if (m_criterion.stream.empty()) return;
        const std::string stream = fmt::format("stream {}", in_quotes(m_criterion.stream));
        const auto found = cell.streams.find(m_criterion.stream);
        const auto idle = found == cell.streams.end() ? std::nullopt : where_it_rests(cell);
        if (found == cell.streams.end() || idle) {
            m_faults.add(
                at("stream"),
                !idle ? fmt::format("{} is switched off in {}", stream, name)
                      : fmt::format("{} does not run in condition {}", stream, in_quotes(*idle)),
                "Name a stream that runs there.");
            return;
        }
        check_stream(cell, found->second, name, stream);
    }

    bool runs_in(const Cell& cell, const std::string& condition) const {
        return contains(m_experiment.running(cell, *m_experiment.find_condition(condition)),
                        m_criterion.stream);
    }

    /// A condition in which the stream ought to run and does not. A criterion that names none is
    /// content with any.
    std::optional<std::string> where_it_rests(const Cell& cell) const {
        const auto& all = m_criterion.conditions.empty() ? cell.conditions : m_criterion.conditions;
        std::optional<std::string> rests;
        for (const std::string& condition : all) {
            const bool runs = runs_in(cell, condition);
            if (runs && m_criterion.conditions.empty()) return std::nullopt;
            if (!runs && !rests) rests = condition;
        }
        return rests;
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

    bool runs_somewhere(const Cell& cell) const {
        return std::any_of(
            cell.conditions.begin(), cell.conditions.end(), [&](const std::string& condition) {
                const auto& named = m_criterion.conditions;
                return (named.empty() || contains(named, condition)) && runs_in(cell, condition);
            });
    }

    void check_in_any_cell() {
        for (const Cell& cell : m_experiment.cells) {
            const auto found = cell.streams.find(m_criterion.stream);
            if (found == cell.streams.end() || !runs_somewhere(cell)) continue;
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
