// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_simulation.h"

#include <algorithm>
#include <cmath>

namespace stallscope {
namespace {

constexpr int cycles = 5;
constexpr int parts = 10;
constexpr double window_s = 3.6;
constexpr double request_sd = 0.05;
constexpr double visit_sd = 0.003;
constexpr double gpu_ms = 10;
constexpr double ane_ms = 9;
constexpr double margin_share = 0.05;
constexpr double mib = 1024.0 * 1024.0;
constexpr std::size_t burst_length = 10;

bool is_faulty(const std::string& cell) {
    return cell == "C";
}

}  // namespace

SimulatedRun::SimulatedRun(RequestNoise noise, const PlantedFault& fault, std::uint64_t seed)
    : m_noise(noise), m_fault(fault), m_draw(seed) {
    for (const char* id : {"A", "B", "C"}) {
        Cell cell;
        cell.id = id;
        cell.conditions = {"solo", "both"};
        cell.streams["gpu"];
        cell.streams["ane"];
        m_experiment.cells.push_back(std::move(cell));
    }
    m_experiment.conditions = {{"solo", {"gpu"}}, {"both", {"gpu", "ane"}}};
    plan();
    for (const Visit& visit : m_plan) {
        measure(visit);
    }
}

DetectorInput SimulatedRun::input() const {
    DetectorInput input;
    input.experiment = &m_experiment;
    input.visits = m_visits;
    input.signals = m_signals;
    input.errors = m_errors;
    input.clock_resolution_ns = 1;
    const double time_margin = std::log1p(margin_share);
    for (const char* condition : {"solo", "both"}) {
        input.margins[{"gpu", condition, "e2e"}] = time_margin;
    }
    for (const char* cell : {"B", "C"}) {
        for (const char* condition : {"solo", "both"}) {
            input.pairs.push_back({cell, "A", condition, "gpu", "e2e", Statistic::typical,
                                   Margin{time_margin, false}, false});
        }
    }
    return input;
}

void SimulatedRun::plan() {
    std::vector<std::string> conditions{"solo", "both"};
    std::string before;
    for (int cycle = 0; cycle < cycles; ++cycle) {
        std::vector<std::pair<std::string, std::string>> places;
        m_draw.shuffle(conditions);
        for (const std::string& condition : conditions) {
            std::vector<std::string> cells{"A", "B", "C"};
            m_draw.shuffle(cells);
            for (const std::string& cell : cells) {
                places.emplace_back(cell, condition);
            }
        }
        for (int half = 0; half < 2; ++half) {
            for (const auto& [cell, condition] : places) {
                const auto position = static_cast<int>(m_plan.size());
                m_plan.push_back({cell, condition, cycle, half, position, before});
                before = cell + "/" + condition;
            }
            std::reverse(places.begin(), places.end());
        }
    }
}

void SimulatedRun::measure(const Visit& visit) {
    measure_stream(visit, "gpu", gpu_ms);
    if (visit.condition == "both") {
        measure_stream(visit, "ane", ane_ms);
    }
    read_signals(visit);
}

double SimulatedRun::level(const Visit& visit, bool neighbour) {
    const double course =
        static_cast<double>(visit.position) / static_cast<double>(cycles * 2 * 6 - 1);
    double level = visit_sd * normal() + m_fault.run_drift * course;
    level += course > 0.5 ? m_fault.run_step : 0;
    level += visit.before.starts_with("B/") ? m_fault.after_b : 0;
    if (is_faulty(visit.cell)) {
        level += visit.cycle == 2 ? m_fault.odd_cycle : 0;
        level += neighbour ? m_fault.neighbour : 0;
    }
    return level;
}

void SimulatedRun::measure_stream(const Visit& visit, const std::string& stream, double base_ms) {
    const bool neighbour = stream == "ane";
    const bool faulty = is_faulty(visit.cell) && !neighbour;
    const double around = level(visit, neighbour);
    const bool stepped = faulty && visit.condition == "both" && visit.cycle == 1 && visit.half == 1;
    const double step_at = 0.3 + 0.4 * uniform();
    const double stickiness = m_fault.stickiness > 0
                                  ? m_fault.stickiness
                                  : (m_noise == RequestNoise::autocorrelated ? 0.5 : 0);
    std::vector<std::int64_t> arrivals;
    std::vector<std::int64_t> values;
    double previous = normal();
    double at_ms = -200 * uniform();
    std::size_t burst_left = 0;
    double burst = 0;
    while (at_ms < window_s * 1000 + 200) {
        const double course = std::clamp(at_ms / (window_s * 1000), 0.0, 1.0);
        previous = stickiness * previous + std::sqrt(1 - stickiness * stickiness) * normal();
        double log = around + request_sd * previous;
        if (m_noise == RequestNoise::bursts) {
            if (burst_left == 0 && m_draw.below(200) == 0) {
                burst_left = burst_length;
                burst = std::log(2.0) * uniform();
            }
            log += burst_left > 0 ? burst : 0;
            burst_left -= burst_left > 0 ? 1 : 0;
        }
        if (faulty) {
            log += m_fault.drift * course;
            log += course < 0.1 ? m_fault.warm_up : 0;
            log += stepped && course > step_at ? m_fault.step : 0;
            log += m_fault.second_mode_sd > 0 && m_draw.below(10) == 0
                       ? m_fault.second_mode_sd * request_sd
                       : 0;
            log +=
                m_fault.rare_times > 0 && m_draw.below(100) == 0 ? std::log(m_fault.rare_times) : 0;
        }
        double ms = base_ms * std::exp(log);
        if (m_fault.rounding_ms > 0) {
            ms = std::max(1.0, std::round(ms / m_fault.rounding_ms)) * m_fault.rounding_ms;
        }
        arrivals.push_back(std::llround(at_ms * 1e6));
        values.push_back(std::llround(ms * 1e6));
        at_ms += ms;
    }
    const auto window_ns = static_cast<std::int64_t>(window_s * 1e9);
    DigestedVisit digested{visit.cell,     visit.condition,
                           stream,         neighbour ? "device" : "e2e",
                           visit.cycle,    visit.half,
                           visit.position, visit.before,
                           true,           digest({arrivals, values, window_ns}, parts)};
    const auto requests = static_cast<double>(digested.digest.n);
    m_visits.push_back(digested);
    digested.metric = "throughput";
    digested.digest = digest({arrivals, {}, window_ns}, parts);
    m_visits.push_back(std::move(digested));

    const double share = 0.001 + (faulty ? m_fault.errors : 0);
    double errors = 0;
    for (double request = 0; request < requests; request += 1) {
        errors += uniform() < share ? 1 : 0;
    }
    const auto known =
        std::find_if(m_errors.begin(), m_errors.end(), [&](const CycleErrors& other) {
            return other.cell == visit.cell && other.condition == visit.condition &&
                   other.stream == stream && other.cycle == visit.cycle;
        });
    if (known == m_errors.end()) {
        m_errors.push_back({visit.cell, visit.condition, stream, visit.cycle, errors, requests});
    } else {
        known->errors += errors;
        known->requests += requests;
    }
}

void SimulatedRun::read_signals(const Visit& visit) {
    const bool faulty = is_faulty(visit.cell);
    const auto end_ns = static_cast<std::int64_t>(window_s * 1e9);
    const double start = (200 + 5 * normal()) * mib;
    const double growth = 2 * normal() * mib + (faulty ? m_fault.memory_mib * mib : 0);
    const double khz = 3e6 * (1 + 0.01 * normal()) * (1 - (faulty ? m_fault.slow_clock : 0));
    const std::vector<SampleRow> rows{
        {0, "rss_bytes/host", start},
        {end_ns, "rss_bytes/host", start + growth},
        {0, "descriptors/host", 20},
        {end_ns, "descriptors/host", 20 + (faulty ? m_fault.descriptors : 0)},
        {0, "cpu_khz/0", khz},
        {end_ns, "cpu_khz/0", khz}};
    m_signals.push_back(
        {visit.cell, visit.condition, visit.cycle, visit.half, window_s, signals_of(rows)});
}

double SimulatedRun::uniform() {
    return (static_cast<double>(m_draw.next() >> 11) + 0.5) * 0x1p-53;
}

double SimulatedRun::normal() {
    return m_normal.next([this] { return uniform(); });
}

}  // namespace stallscope
