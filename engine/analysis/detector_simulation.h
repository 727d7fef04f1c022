// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/detector_input.h"
#include "analysis/polar_normal.h"
#include "plan/draw.h"

namespace stallscope {

/// How single requests of a simulated stream vary around its level.
enum class RequestNoise {
    white,           ///< independent, 5 %
    autocorrelated,  ///< first order, 0.5 from one request to the next, 5 %
    bursts,          ///< white, and now and then ten requests in a row that are up to twice as slow
};

/// What is wrong with a simulated run. All changes are relative; 0: not there.
struct PlantedFault {
    double drift = 0;           ///< cell C, every half-visit: from start to end of the window
    double warm_up = 0;         ///< cell C, every half-visit: the first tenth of the window
    double step = 0;            ///< one half-visit of cell C: from 30 … 70 % of the window on
    double second_mode_sd = 0;  ///< cell C: one request in ten is so many SD slower
    double run_step = 0;        ///< all cells, from the middle of the run on
    double run_drift = 0;       ///< all cells, from the first to the last visit
    double after_b = 0;         ///< every visit that follows one of cell B
    double odd_cycle = 0;       ///< cell C, the third cycle
    double rare_times = 0;      ///< cell C: one request in a hundred takes so many times as long
    double memory_mib = 0;      ///< cell C: growth of the host in each window
    double descriptors = 0;     ///< cell C: growth of the host in each window
    double errors = 0;          ///< cell C: share of requests that fail, besides 0.1 % everywhere
    double neighbour = 0;       ///< cell C: the neighbour's own time
    double stickiness = 0;      ///< all requests: correlation from one to the next
    double rounding_ms = 0;     ///< all values are rounded to this
    double slow_clock = 0;      ///< cell C: the CPUs run so much slower
};

/// One run as the detectors see it.
class SimulatedRun {
public:
    SimulatedRun(RequestNoise noise, const PlantedFault& fault, std::uint64_t seed);

    DetectorInput input() const;

private:
    struct Visit {
        std::string cell, condition;
        int cycle = 0, half = 0, position = 0;
        std::string before;
    };

    void plan();
    void measure(const Visit& visit);
    /// The values and arrivals of one stream in one visit, digested.
    void measure_stream(const Visit& visit, const std::string& stream, double base_ms);
    void read_signals(const Visit& visit);
    double level(const Visit& visit, bool neighbour);
    double normal();
    double uniform();

    RequestNoise m_noise;
    PlantedFault m_fault;
    Draw m_draw;
    PolarNormal m_normal;
    Experiment m_experiment;
    std::vector<Visit> m_plan;
    std::vector<DigestedVisit> m_visits;
    std::vector<SignalledVisit> m_signals;
    std::vector<CycleErrors> m_errors;
};

}  // namespace stallscope
