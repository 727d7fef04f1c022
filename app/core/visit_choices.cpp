// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/visit_choices.h"

#include <QCoreApplication>
#include <algorithm>

#include "plan/seal.h"

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("VisitChoices", text);
}

QString state_of(const StoredVisit& stored) {
    if (!stored.end) return words("not ended");
    const QString reason = QString::fromStdString(stored.end->reason);
    switch (stored.end->status) {
        case VisitStatus::complete:
            return words("complete");
        case VisitStatus::failed:
            return reason.isEmpty() ? words("failed") : words("failed: %1").arg(reason);
        case VisitStatus::discarded:
            break;
    }
    return reason.isEmpty() ? words("discarded") : words("discarded: %1").arg(reason);
}

QString label_of(const StoredVisit& stored) {
    const VisitRow& visit = stored.visit;
    QString label = words("cycle %1").arg(visit.cycle + 1);
    if (visit.half > 0) label += visit.half == 1 ? words(", first half") : words(", second half");
    if (visit.attempt > 1) label += words(", attempt %1").arg(visit.attempt);
    return label + QStringLiteral(" · ") + state_of(stored);
}

/// Place of a cell in the experiment, and how many streams it has in a condition.
struct Planned {
    std::size_t place = 0;
    int streams = 0;
};

Planned planned(const Result<Experiment>& experiment, const VisitRow& visit) {
    Planned found;
    if (!experiment) return found;
    const auto& cells = experiment->cells;
    const auto cell = std::find_if(cells.begin(), cells.end(),
                                   [&](const Cell& one) { return one.id == visit.cell; });
    found.place = static_cast<std::size_t>(cell - cells.begin());
    if (cell == cells.end()) return found;
    for (const Condition& condition : experiment->conditions) {
        if (condition.id != visit.condition) continue;
        found.streams = static_cast<int>(std::count_if(
            condition.streams.begin(), condition.streams.end(),
            [&](const std::string& stream) { return cell->streams.count(stream) > 0; }));
    }
    return found;
}

}  // namespace

std::vector<VisitChoice> visit_choices(const RunReader& run,
                                       const std::vector<StoredVisit>& visits) {
    const auto text = run.sealed_text();
    const Result<Experiment> experiment =
        text ? unseal(*text) : Result<Experiment>(tl::unexpected(text.error()));
    std::vector<std::pair<std::size_t, VisitChoice>> placed;
    for (const StoredVisit& stored : visits) {
        const VisitRow& visit = stored.visit;
        const Planned plan = planned(experiment, visit);
        placed.push_back(
            {plan.place,
             {visit.id, QString::fromStdString(visit.cell), QString::fromStdString(visit.condition),
              label_of(stored), stored.end && stored.end->status == VisitStatus::complete,
              plan.streams}});
    }
    std::stable_sort(placed.begin(), placed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<VisitChoice> choices;
    for (auto& [place, choice] : placed) choices.push_back(std::move(choice));
    return choices;
}

std::optional<VisitChoice> telling_visit(const std::vector<VisitChoice>& choices) {
    const VisitChoice* best = nullptr;
    for (const VisitChoice& choice : choices) {
        if (choice.is_complete && (!best || choice.streams > best->streams)) best = &choice;
    }
    if (!best) return {};
    return *best;
}

}  // namespace stallscope::app
