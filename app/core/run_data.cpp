// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_data.h"

#include <algorithm>
#include <set>

namespace stallscope::app {
namespace {

/// An engine says far less; what says more floods.
constexpr qsizetype most_remarks = 10'000;

template <class Remark>
void add(QVector<Remark>& remarks, Remark remark) {
    if (remarks.size() < most_remarks) remarks.push_back(std::move(remark));
}

template <class Value>
void append_all(std::vector<Value>& to, const std::vector<Value>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

VisitState state_of(const QString& status) {
    if (status == u"complete") return VisitState::complete;
    if (status == u"failed") return VisitState::failed;
    if (status == u"discarded") return VisitState::discarded;
    return VisitState::partial;
}

QStringList names_of(const PlanEvent& plan, QString PlannedVisit::*name) {
    QStringList names;
    for (const PlannedVisit& visit : plan.visits) {
        if (!names.contains(visit.*name)) names.push_back(visit.*name);
    }
    return names;
}

/// The names that are in `order` first, in its order.
QStringList in_order(const QStringList& names, const QStringList& order) {
    QStringList sorted;
    for (const QString& name : order) {
        if (names.contains(name)) sorted.push_back(name);
    }
    for (const QString& name : names) {
        if (!sorted.contains(name)) sorted.push_back(name);
    }
    return sorted;
}

}  // namespace

void StreamColumns::append(const SamplesEvent& samples) {
    append_all(at_s, samples.at_s);
    append_all(return_ms, samples.return_ms);
    append_all(e2e_ms, samples.e2e_ms);
    append_all(occupancy_ms, samples.occupancy_ms);
    append_all(service_ms, samples.service_ms);
}

void RunData::apply(EngineEvent event) {
    ++m_revision;
    std::visit([this](auto& what) { take(what); }, event);
}

void RunData::take(HelloEvent& event) {
    m_engine = std::move(event.engine);
}

void RunData::take(PlanEvent& event) {
    m_plan = std::move(event);
    ++m_samples;
}

void RunData::take(StepEvent& event) {
    add(m_steps, std::move(event));
    ++m_noticed;
}

void RunData::take(VisitStartedEvent& event) {
    if (m_place_of.contains(event.visit)) return;
    VisitData visit;
    visit.visit = event.visit;
    visit.index = event.index;
    visit.attempt = event.attempt;
    visit.cycle = event.cycle;
    visit.half = event.half;
    visit.cell = std::move(event.cell);
    visit.condition = std::move(event.condition);
    const PlannedVisit* planned = find_planned(event.index);
    visit.window_s = event.window_s.value_or(planned != nullptr ? planned->window_s : 0);
    visit.start_s = event.start_s.value_or(expected_start_s(planned, event.planned_s));
    m_place_of.insert(visit.visit, m_visits.size());
    m_visits.push_back(std::move(visit));
    ++m_samples;
}

void RunData::take(SamplesEvent& event) {
    const auto place = m_place_of.constFind(event.visit);
    if (place == m_place_of.cend()) return;
    m_visits[*place].streams[event.stream].append(event);
    ++m_samples;
}

void RunData::take(VisitFinishedEvent& event) {
    const auto place = m_place_of.constFind(event.visit);
    if (place == m_place_of.cend()) return;
    VisitData& visit = m_visits[*place];
    visit.state = state_of(event.status);
    visit.reason = std::move(event.reason);
    ++m_samples;
}

void RunData::take(CriteriaEvent& event) {
    m_criteria = std::move(event.criteria);
    ++m_judged;
}

void RunData::take(FindingEvent& event) {
    add(m_findings, std::move(event));
    ++m_noticed;
}

void RunData::take(ProgressEvent& event) {
    m_progress = std::move(event);
    if (!m_began_at_s && !m_visits.empty()) m_began_at_s = m_progress.elapsed_s;
}

void RunData::take(RunFinishedEvent& event) {
    m_finished = std::move(event);
    end();
}

void RunData::end() {
    for (VisitData& visit : m_visits) {
        if (visit.state == VisitState::running) visit.state = VisitState::partial;
    }
    ++m_samples;
    ++m_revision;
}

void RunData::take(ErrorEvent& event) {
    add(m_errors, std::move(event));
    ++m_noticed;
}

void RunData::take(UnknownEvent& /*event*/) {}

const PlannedVisit* RunData::find_planned(int index) const {
    // The engine numbers them by their place.
    if (index >= 0 && index < m_plan.visits.size() && m_plan.visits[index].index == index) {
        return &m_plan.visits[index];
    }
    return nullptr;
}

/// The engine says how much has elapsed before it starts a visit. Where it did not: as planned, but
/// never before the end of the visit that came last.
double RunData::expected_start_s(const PlannedVisit* planned, double planned_s) const {
    const double window_s = planned != nullptr ? planned->window_s : planned_s;
    const double before_s = std::max(0.0, planned_s - window_s);
    if (m_visits.empty()) return before_s;
    const double last_end_s = m_visits.back().start_s + m_visits.back().window_s;
    const bool is_said = m_began_at_s && m_progress.elapsed_s;
    const double host_start_s = is_said              ? *m_progress.elapsed_s - *m_began_at_s
                                : planned != nullptr ? planned->planned_start_s
                                                     : last_end_s;
    return std::max(host_start_s, is_said ? 0 : last_end_s) + before_s;
}

const VisitData* RunData::find_visit(qint64 visit) const {
    const auto place = m_place_of.constFind(visit);
    return place == m_place_of.cend() ? nullptr : &m_visits[*place];
}

const VisitData* RunData::running_visit() const {
    const bool runs = !m_visits.empty() && m_visits.back().state == VisitState::running;
    return runs ? &m_visits.back() : nullptr;
}

QStringList RunData::cells() const {
    return in_order(names_of(m_plan, &PlannedVisit::cell), m_plan.cells);
}

QStringList RunData::conditions() const {
    return in_order(names_of(m_plan, &PlannedVisit::condition), m_plan.conditions);
}

QStringList RunData::streams() const {
    std::set<QString> names;
    for (const VisitData& visit : m_visits) {
        for (const auto& [stream, columns] : visit.streams) {
            if (columns.size() > 0) names.insert(stream);
        }
    }
    return in_order({names.begin(), names.end()}, m_plan.streams);
}

std::vector<const VisitData*> RunData::visits_of(const QString& cell,
                                                 const QString& condition) const {
    std::vector<const VisitData*> found;
    for (const VisitData& visit : m_visits) {
        const bool counts =
            visit.state == VisitState::complete || visit.state == VisitState::running;
        if (!counts || visit.cell != cell || visit.condition != condition) continue;
        // A later attempt at the same place of the schedule replaces the earlier one.
        std::erase_if(found, [&](const VisitData* other) { return other->index == visit.index; });
        found.push_back(&visit);
    }
    return found;
}

}  // namespace stallscope::app
