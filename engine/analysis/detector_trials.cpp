// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_trials.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "analysis/detector_panel.h"
#include "analysis/detector_simulation.h"

namespace stallscope {
namespace {

/// Every detector that looks at something random. A fixed order, a coarse clock: no noise can fire
/// them.
constexpr std::string_view detectors[] = {"drift-in-window", "warm-up",
                                          "shift-in-visit",  "shift-over-run",
                                          "drift-over-run",  "odd-cycle",
                                          "carry-over",      "modes",
                                          "heavy-tail",      "dependent-requests",
                                          "memory-growth",   "descriptor-growth",
                                          "unequal-errors",  "unequal-load",
                                          "untouched-leg",   "ties",
                                          "frequency"};

struct Planted {
    std::string_view detector, words;
    PlantedFault fault;
};

template <class T>
PlantedFault fault_of(T PlantedFault::*kind, T size) {
    PlantedFault fault;
    fault.*kind = size;
    return fault;
}

std::vector<Planted> planted_faults() {
    return {
        {"drift-in-window", "3 % drift in every half-visit of a cell",
         fault_of(&PlantedFault::drift, 0.03)},
        {"warm-up", "the first tenth of a cell's windows 5 % slower",
         fault_of(&PlantedFault::warm_up, 0.05)},
        {"shift-in-visit", "5 % step in one half-visit, 30 … 70 % into the window",
         fault_of(&PlantedFault::step, 0.05)},
        {"shift-over-run", "4 % step in the middle of the run",
         fault_of(&PlantedFault::run_step, 0.04)},
        {"drift-over-run", "5 % drift over the run", fault_of(&PlantedFault::run_drift, 0.05)},
        {"odd-cycle", "one cycle of a cell 15 % slower", fault_of(&PlantedFault::odd_cycle, 0.15)},
        {"carry-over", "visits after cell B 3 % slower", fault_of(&PlantedFault::after_b, 0.03)},
        {"modes", "10 % of a cell's requests 8 SD slower",
         fault_of(&PlantedFault::second_mode_sd, 8.0)},
        {"heavy-tail", "1 % of a cell's requests take 20 times as long",
         fault_of(&PlantedFault::rare_times, 20.0)},
        {"dependent-requests", "0.95 correlation from request to request",
         fault_of(&PlantedFault::stickiness, 0.95)},
        {"memory-growth", "40 MiB kept in every window of a cell",
         fault_of(&PlantedFault::memory_mib, 40.0)},
        {"descriptor-growth", "20 descriptors left open in every window of a cell",
         fault_of(&PlantedFault::descriptors, 20.0)},
        {"unequal-errors", "3 % of a cell's requests fail", fault_of(&PlantedFault::errors, 0.03)},
        {"unequal-load", "the neighbour of one cell 10 % slower",
         fault_of(&PlantedFault::neighbour, 0.10)},
        {"untouched-leg", "the neighbour's device time in one cell 10 % longer",
         fault_of(&PlantedFault::neighbour, 0.10)},
        {"ties", "all times rounded to 2 ms", fault_of(&PlantedFault::rounding_ms, 2.0)},
        {"frequency", "the CPUs 20 % slower in one cell",
         fault_of(&PlantedFault::slow_clock, 0.20)},
    };
}

struct NoiseKind {
    RequestNoise noise;
    std::string_view words;
};
constexpr NoiseKind noises[] = {{RequestNoise::white, "nothing, white noise"},
                                {RequestNoise::autocorrelated, "nothing, autocorrelated noise"},
                                {RequestNoise::bursts, "nothing, bursts"}};

/// In how many of the runs each detector fired.
std::map<std::string, int> fired_in(int runs, RequestNoise noise, const PlantedFault& fault,
                                    Draw& seeds) {
    std::map<std::string, int> fired;
    for (int run = 0; run < runs; ++run) {
        const SimulatedRun simulated(noise, fault, seeds.next());
        std::map<std::string, bool> here;
        for (const Finding& finding : detect(simulated.input())) {
            here[finding.id] = true;
        }
        for (const auto& [id, yes] : here) {
            ++fired[id];
        }
    }
    return fired;
}

}  // namespace

std::vector<DetectorTrial> try_detectors(int runs, unsigned seed) {
    Draw seeds(seed);
    std::vector<DetectorTrial> trials;
    for (const NoiseKind& kind : noises) {
        auto fired = fired_in(runs, kind.noise, {}, seeds);
        for (const std::string_view detector : detectors) {
            // Requests of the other kinds of noise do depend on each other: that is no false alarm.
            if (detector == "dependent-requests" && kind.noise != RequestNoise::white) {
                continue;
            }
            const std::string id(detector);
            trials.push_back({id, std::string(kind.words), true, runs, fired[id]});
        }
    }
    const int planted_runs = std::max(20, runs / 5);
    for (const Planted& planted : planted_faults()) {
        auto fired = fired_in(planted_runs, RequestNoise::white, planted.fault, seeds);
        const std::string id(planted.detector);
        trials.push_back({id, std::string(planted.words), false, planted_runs, fired[id]});
    }
    return trials;
}

}  // namespace stallscope
