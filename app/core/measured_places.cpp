// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured_places.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "analysis/chosen_visits.h"
#include "plan/seal.h"

namespace stallscope::app {
namespace {

bool is_loop(const Stream& stream) {
    return std::holds_alternative<LoopLoad>(stream.load);
}

/// Those in the host can hold its lock: they come first.
QStringList suspects_of(const Cell& cell, const std::vector<std::string>& running,
                        const std::string& victim) {
    QStringList in_host, elsewhere;
    for (const std::string& name : running) {
        if (name == victim) continue;
        const bool host = cell.streams.at(name).placement == Placement::thread;
        (host ? in_host : elsewhere) += QString::fromStdString(name);
    }
    return in_host + elsewhere;
}

}  // namespace

bool Place::operator<(const Place& other) const {
    return std::tie(cell, condition, stream) < std::tie(other.cell, other.condition, other.stream);
}

qint64 MeasuredPlace::window_ns(const StoredVisit& visit) const {
    return std::llround(visit.visit.window_s * 1e9);
}

Result<MeasuredPlaces> MeasuredPlaces::of(const RunReader& run,
                                          const std::vector<StoredVisit>& visits) {
    const auto text = run.sealed_text();
    if (!text) return tl::unexpected(text.error());
    auto experiment = unseal(*text);
    if (!experiment) return tl::unexpected(experiment.error());
    MeasuredPlaces places;
    const ChosenVisits chosen = choose_visits(visits);
    for (const Cell& cell : experiment->cells) {
        for (const std::string& id : cell.conditions) {
            const Condition* condition = experiment->find_condition(id);
            const auto counted = chosen.of(cell.id, id);
            if (condition == nullptr || counted.empty()) continue;
            const auto running = experiment->running(cell, *condition);
            for (const std::string& name : running) {
                const Stream& stream = cell.streams.at(name);
                MeasuredPlace place;
                place.place = {QString::fromStdString(cell.id), QString::fromStdString(id),
                               QString::fromStdString(name)};
                place.loop = is_loop(stream);
                place.measured = stream.measured;
                place.on_thread = stream.placement == Placement::thread;
                place.suspects = suspects_of(cell, running, name);
                place.visits = counted;
                places.m_places.push_back(std::move(place));
            }
        }
    }
    places.m_experiment = std::move(*experiment);
    return places;
}

bool MeasuredPlaces::has_stamps() const {
    const auto& cells = m_experiment.cells;
    return std::any_of(cells.begin(), cells.end(),
                       [](const Cell& cell) { return cell.host.stamps != Instrumentation::off; });
}

QStringList MeasuredPlaces::cells() const {
    QStringList names;
    for (const MeasuredPlace& place : m_places) {
        if (!names.contains(place.place.cell)) names += place.place.cell;
    }
    return names;
}

QStringList MeasuredPlaces::conditions() const {
    QStringList names;
    for (const Condition& condition : m_experiment.conditions) {
        const QString name = QString::fromStdString(condition.id);
        const bool there =
            std::any_of(m_places.begin(), m_places.end(),
                        [&](const MeasuredPlace& place) { return place.place.condition == name; });
        if (there) names += name;
    }
    return names;
}

QStringList MeasuredPlaces::streams() const {
    QStringList names;
    for (const MeasuredPlace& place : m_places) {
        if (!place.loop && !names.contains(place.place.stream)) names += place.place.stream;
    }
    return names;
}

const MeasuredPlace* MeasuredPlaces::find(const Place& place) const {
    const auto found = std::find_if(m_places.begin(), m_places.end(),
                                    [&](const MeasuredPlace& one) { return one.place == place; });
    return found == m_places.end() ? nullptr : &*found;
}

QString MeasuredPlaces::busiest_condition() const {
    const auto busiest = std::max_element(m_places.begin(), m_places.end(),
                                          [](const MeasuredPlace& a, const MeasuredPlace& b) {
                                              return a.suspects.size() < b.suspects.size();
                                          });
    return busiest == m_places.end() ? QString() : busiest->place.condition;
}

}  // namespace stallscope::app
