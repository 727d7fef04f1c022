// SPDX-License-Identifier: Apache-2.0
#include "cli/run_watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/error_text.h"
#include "cli/words.h"

namespace stallscope::cli {
namespace {

using Kind = WatchLine::Kind;

std::string counts_in_words(const std::map<std::string, std::int64_t>& counts) {
    std::vector<std::string> parts;
    for (const auto& [stream, requests] : counts) {
        parts.push_back(fmt::format("{} {}", printable(stream), counted(requests, "request")));
    }
    return listed(parts);
}

std::string finding_line(const Finding& finding) {
    std::string text = finding.severity + ": ";
    if (!finding.where.empty()) text += finding.where + ": ";
    text += with_full_stop(finding.says);
    if (!finding.advice.empty()) text += " " + with_full_stop(capitalised(finding.advice));
    return printable(text);
}

}  // namespace

std::vector<WatchLine> RunWatch::hear(const events::Event& event) {
    if (const auto* plan = std::get_if<events::Plan>(&event)) {
        heard(*plan);
    } else if (const auto* step = std::get_if<events::Step>(&event)) {
        m_step = printable(step->name);
        return {{Kind::step, printable(step->name + ": " + step->says)}};
    } else if (const auto* started = std::get_if<events::VisitStarted>(&event)) {
        return heard(*started);
    } else if (const auto* samples = std::get_if<events::Samples>(&event)) {
        m_figures.add(*samples);
    } else if (const auto* finished = std::get_if<events::VisitFinished>(&event)) {
        return heard(*finished);
    } else if (const auto* progress = std::get_if<events::Progress>(&event)) {
        heard(*progress);
    } else if (const auto* seen = std::get_if<events::FindingSeen>(&event)) {
        const bool note = seen->finding.severity == "note";
        return {{note ? Kind::step : Kind::trouble, finding_line(seen->finding)}};
    }
    // A failure is printed once, by whoever gets it as the run's result.
    return {};
}

void RunWatch::heard(const events::Plan& plan) {
    m_plan = plan;
}

std::vector<WatchLine> RunWatch::heard(const events::VisitStarted& visit) {
    m_visit = visit;
    m_visit_runs = true;
    const auto place = std::find_if(m_plan.visits.begin(), m_plan.visits.end(),
                                    [&](const auto& one) { return one.index == visit.index; });
    m_figures.begin(visit.visit, place == m_plan.visits.end() ? 0 : place->window_s);
    return {};
}

std::vector<WatchLine> RunWatch::heard(const events::VisitFinished& visit) {
    m_visit_runs = false;
    m_step.clear();
    std::string text = fmt::format("visit {}/{}  {}/{}", m_visit.index + 1,
                                   std::max<std::size_t>(m_plan.visits.size(), 1),
                                   printable(m_visit.cell), printable(m_visit.condition));
    if (m_plan.cycles > 1) text += fmt::format("  cycle {}/{}", m_visit.cycle + 1, m_plan.cycles);
    if (m_visit.attempt > 1) text += fmt::format("  attempt {}", m_visit.attempt);
    if (visit.status != "complete") {
        text += fmt::format("  {}: {}", printable(visit.status), printable(visit.reason));
        return {{Kind::trouble, text}};
    }
    const auto figures = m_figures.in_words();
    text += "  " + (figures.empty() ? counts_in_words(visit.counted) : figures);
    return {{Kind::visit, text}};
}

void RunWatch::heard(const events::Progress& progress) {
    m_progress = progress;
    m_progress_at = Clock::now();
    m_progress_known = true;
}

ProgressLine RunWatch::progress(Clock::time_point now) const {
    ProgressLine line;
    line.fraction = m_progress.fraction;
    if (m_progress_known) {
        const std::chrono::duration<double> since = now - m_progress_at;
        line.left_s = m_progress.left_s;
        if (m_progress.state == "running") {
            line.left_s = std::max(0.0, line.left_s - since.count());
        }
        if (m_progress.state != "running") line.state = printable(m_progress.state);
    }
    line.cycles = m_plan.cycles;
    if (m_visit_runs) {
        line.cycle = m_visit.cycle + 1;
        line.now = printable(m_visit.cell + "/" + m_visit.condition);
        line.figure = m_figures.shortest_in_words();
    } else {
        line.now = m_step;
    }
    return line;
}

std::string RunWatch::time_left(Clock::time_point now) const {
    const auto line = progress(now);
    const bool was_last =
        !m_visit_runs && m_visit.index + 1 >= static_cast<int>(m_plan.visits.size());
    if (!m_progress_known || was_last || !(line.left_s >= 0)) return {};
    return "about " + time_left_in_words(line.left_s) + " left";
}

}  // namespace stallscope::cli
