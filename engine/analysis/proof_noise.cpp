// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_noise.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stallscope {
namespace {

constexpr double memory = 0.6;
constexpr double walk_step = 0.5;  // in standard deviations, as all noise here
constexpr double burst_size = 10;
constexpr double whole_drift = 0.10;
constexpr double half_drift = 0.05;
constexpr double warm_up_length = 1.5;
constexpr double cycles_per_turn = 1.5;

}  // namespace

std::string_view to_text(ProofNoise noise) {
    switch (noise) {
        case ProofNoise::white:
            return "white";
        case ProofNoise::ar:
            return "AR";
        case ProofNoise::ar_own:
            return "AR of the cell";
        case ProofNoise::random_walk:
            return "random walk";
        case ProofNoise::bursts_5:
            return "bursts 5 %";
        case ProofNoise::bursts_25:
            return "bursts 25 %";
    }
    return "";
}

std::string_view to_text(ProofDrift drift) {
    switch (drift) {
        case ProofDrift::none:
            return "none";
        case ProofDrift::linear:
            return "linear";
        case ProofDrift::quadratic:
            return "quadratic";
        case ProofDrift::warm_up:
            return "warm-up";
        case ProofDrift::step:
            return "step";
        case ProofDrift::sine:
            return "sine";
    }
    return "";
}

ProofMachine::ProofMachine(ProofNoise noise, ProofDrift drift, int measurements, int per_cycle,
                           ProofRandom& random)
    : m_noise(noise),
      m_drift(drift),
      m_measurements(measurements),
      m_per_cycle(per_cycle),
      m_random(random) {
    if (drift == ProofDrift::step || drift == ProofDrift::sine) {
        m_phase = random.uniform();
    }
    if (noise == ProofNoise::ar || noise == ProofNoise::ar_own) {
        m_memory = random.normal();  // as if it had run for long
    }
}

double ProofMachine::drift_at(int measurement) const {
    const double at =
        m_measurements > 1 ? static_cast<double>(measurement) / (m_measurements - 1) : 0.0;
    switch (m_drift) {
        case ProofDrift::none:
            return 0;
        case ProofDrift::linear:
            return whole_drift * at;
        case ProofDrift::quadratic:
            return whole_drift * at * at;
        case ProofDrift::warm_up:
            return half_drift * std::exp(-(measurement % m_per_cycle) / warm_up_length);
        case ProofDrift::step:
            return at < m_phase ? 0 : half_drift;
        case ProofDrift::sine: {
            const double turns = measurement / (cycles_per_turn * m_per_cycle);
            return half_drift * std::sin(2 * std::numbers::pi * (turns + m_phase));
        }
    }
    return 0;
}

double ProofMachine::remembered() {
    const double now = m_memory;
    m_memory = memory * m_memory + std::sqrt(1 - memory * memory) * m_random.normal();
    return now;
}

double ProofMachine::of_the_machine() {
    switch (m_noise) {
        case ProofNoise::white:
        case ProofNoise::ar_own:
            return 0;
        case ProofNoise::ar:
            return remembered();
        case ProofNoise::random_walk:
            return m_walk += walk_step * m_random.normal();
        case ProofNoise::bursts_5:
        case ProofNoise::bursts_25: {
            const double often = m_noise == ProofNoise::bursts_5 ? 0.05 : 0.25;
            return m_random.uniform() < often ? burst_size * m_random.exponential() : 0;
        }
    }
    return 0;
}

double ProofMachine::next(double times, int share) {
    double own = 0;
    double machine = 0;
    for (int part = 0; part < share; ++part) {
        own += (m_noise == ProofNoise::ar_own ? remembered() : m_random.normal()) / share;
        machine += of_the_machine() / share;
    }
    return drift_at(m_at++) + proof_sd * (times * own + machine);
}

}  // namespace stallscope
