// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/cell_changes.h"
#include "cli/experiment_words.h"
#include "cli/plan_view.h"
#include "cli/words.h"
#include "run/users_code.h"

namespace stallscope::cli {
namespace {

constexpr std::size_t columns = 100;

/// Rows of a name and a text, the texts aligned and broken into lines.
class Rows {
public:
    void add(std::string name, std::string text) {
        m_width = std::max(m_width, display_width(name));
        m_rows.emplace_back(std::move(name), std::move(text));
    }
    std::string text() const {
        const auto indent = 2 + std::min<std::size_t>(m_width, 24) + 2;
        std::string all;
        for (const auto& [name, text] : m_rows) {
            all += "  " + padded(name, indent - 4) + "  " + wrapped(text, columns, indent) + "\n";
        }
        return all;
    }

private:
    std::size_t m_width = 0;
    std::vector<std::pair<std::string, std::string>> m_rows;
};

std::string changes_in_words(const Experiment& experiment, const Cell& cell) {
    const auto* twin = experiment.find_cell(cell.duplicate_of);
    if (twin != nullptr && twin->host == cell.host && twin->streams == cell.streams) {
        return "the same as " + cell.duplicate_of;
    }
    std::vector<std::string> changes;
    for (const auto& change : changes_of(experiment, cell)) {
        changes.push_back(printable(to_text(change)));
    }
    return changes.empty() ? "as written at the top" : listed(changes);
}

std::string cell_rows(const Experiment& experiment) {
    Rows rows;
    for (const auto& cell : experiment.cells) {
        std::string text = printable(cell.says);
        text += (text.empty() ? "" : ": ") + changes_in_words(experiment, cell);
        if (cell.conditions.size() < experiment.conditions.size()) {
            text += "; only in " + listed(cell.conditions);
        }
        rows.add(printable(cell.id), text);
    }
    return rows.text();
}

std::string stream_rows(const Experiment& experiment) {
    Rows rows;
    for (const auto& [name, stream] : experiment.streams) {
        rows.add(printable(name), in_words(stream));
    }
    return rows.text();
}

std::string condition_rows(const Experiment& experiment) {
    Rows rows;
    for (const auto& condition : experiment.conditions) {
        rows.add(printable(condition.id),
                 listed(condition.streams) +
                     (condition.streams.size() == 1 ? " alone" : " at the same time"));
    }
    return rows.text();
}

std::string criterion_rows(const Experiment& experiment) {
    if (experiment.criteria.empty()) return "  none: this run describes, it does not judge\n";
    Rows rows;
    for (const auto& criterion : experiment.criteria) {
        rows.add(printable(criterion.id),
                 printable(criterion.says) + " (" + in_words(criterion) + ")");
    }
    return rows.text() + "  " + wrapped(judging_in_words(experiment), columns, 2) + "\n";
}

/// What the cycles can resolve on this machine; one line where nothing is banked.
std::string resolution_rows(const PlanView& plan) {
    Rows rows;
    std::size_t unknown = 0;
    for (const auto& one : plan.resolution) {
        if (one.state == Resolvable::no_bank) {
            ++unknown;
        } else {
            rows.add(printable(one.criterion), printable(one.condition) + ": " + one.says);
        }
    }
    std::string text = rows.text();
    if (unknown > 0) {
        text += "  " +
                wrapped(fmt::format("{} without a noise bank: nothing is flagged. `stallscope "
                                    "calibrate EXPERIMENT` measures identical code and banks "
                                    "what it differs by",
                                    counted(static_cast<long long>(unknown), "comparison")),
                        columns, 2) +
                "\n";
    }
    return text;
}

std::string code_rows(const PlanView& plan) {
    std::string text;
    for (const auto& line : users_code(plan.experiment)) {
        text += "  " + wrapped(printable(line), columns, 4) + "\n";
    }
    for (const auto& [name, found] : plan.interpreters) {
        text += "  (" + printable(name + " is " + in_words(found)) + ")\n";
    }
    return text;
}

std::string seconds(double value) {
    return fmt::format("{:.4g} s", value);
}

}  // namespace

std::string schedule_in_words(const Experiment& experiment,
                              const std::vector<ScheduledVisit>& schedule) {
    const auto& windows = experiment.windows;
    const bool halves = experiment.order == Order::mirrored;
    return fmt::format(
        "{}: {} in {}, {}, {} order; windows of {}{} after {} of settling, {} of lead and {} of "
        "warm-up; about {}, and what preparing takes",
        counted(static_cast<long long>(schedule.size()), "visit"),
        counted(static_cast<long long>(experiment.cells.size()), "cell"),
        counted(static_cast<long long>(experiment.conditions.size()), "condition"),
        counted(experiment.cycles, "cycle"), to_text(experiment.order),
        seconds(halves ? windows.seconds / 2 : windows.seconds), halves ? " (two a cycle)" : "",
        seconds(windows.settle), seconds(windows.lead), seconds(windows.warm_up),
        duration_in_words(planned_seconds(schedule)));
}

std::string plan_text(const PlanView& plan) {
    const auto& experiment = plan.experiment;
    std::string text = printable(experiment.name) + "\n";
    if (!experiment.question.empty()) {
        text += wrapped(printable(experiment.question), columns) + "\n";
    }
    text += "\nStreams\n" + stream_rows(experiment);
    text += "\nCells\n" + cell_rows(experiment);
    text += "\nConditions\n" + condition_rows(experiment);
    text +=
        "\nSchedule\n  " + wrapped(schedule_in_words(experiment, plan.schedule), columns, 2) + "\n";
    const std::string code = code_rows(plan);
    text += code.empty() ? "\nA run executes nothing of your own\n"
                         : "\nA run executes, of your own code\n" + code;
    text += "\nCriteria, as sealed\n" + criterion_rows(experiment);
    if (!plan.resolution.empty()) {
        text += "\nWhat these cycles can resolve on this machine\n" + resolution_rows(plan);
    }
    text += "\nSeal (SHA-256)\n  " + plan.seal.sha256 + "\n";
    return text;
}

std::string schedule_text(const PlanView& plan) {
    std::string text = "  visit  starts at  takes     window  cycle  half  cell/condition\n";
    for (const auto& visit : plan.schedule) {
        const auto start = static_cast<long long>(visit.planned_start_s);
        text += fmt::format(
            "  {:>5}  {:>3}:{:02}:{:02}  {:>5.1f} s  {:>6.4g} s  {:>5}  {:>4}  {}\n",
            visit.index + 1, start / 3600, start / 60 % 60, start % 60, visit.planned_s,
            visit.window_s, visit.cycle + 1, visit.half == 0 ? "" : std::to_string(visit.half),
            printable(visit.cell + "/" + visit.condition));
    }
    return text;
}

}  // namespace stallscope::cli
