// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "analysis/proof_random.h"

namespace stallscope {

// What a simulated machine does to the half-visits of a run, in the order in which they are
// measured. Logs: 0.01 is one per cent.

/// How the half-visits scatter.
enum class ProofNoise {
    white,        ///< independent, normal
    ar,           ///< white, and as much from a machine that remembers 0.6 of it (AR(1))
    ar_own,       ///< all of it AR(1), and a noisier cell has more of that too
    random_walk,  ///< white, and a walk that never comes back, half a standard deviation a step
    bursts_5,     ///< white; one half-visit in 20 is hit by a burst, on average of 10 deviations
    bursts_25,    ///< one in four is
};
inline constexpr std::array proof_noises = {ProofNoise::white,    ProofNoise::ar,
                                            ProofNoise::ar_own,   ProofNoise::random_walk,
                                            ProofNoise::bursts_5, ProofNoise::bursts_25};
std::string_view to_text(ProofNoise noise);

/// What moves all cells alike, over the whole run; `warm_up` begins anew in every cycle.
enum class ProofDrift {
    none,
    linear,     ///< 10 %
    quadratic,  ///< 10 %, all of it late
    warm_up,    ///< 5 % at the start of each cycle, gone to 1/e after one and a half half-visits
    step,       ///< 5 % at once, somewhere
    sine,       ///< ±5 %, one and a half cycles to a turn, any phase
};
inline constexpr std::array proof_drifts = {ProofDrift::none,      ProofDrift::linear,
                                            ProofDrift::quadratic, ProofDrift::warm_up,
                                            ProofDrift::step,      ProofDrift::sine};
std::string_view to_text(ProofDrift drift);

/// Standard deviation of a half-visit's own noise.
inline constexpr double proof_sd = 0.01;

/// The machine of one simulated run: asked once per measurement, in the order in which they are
/// measured. Noise has two parts: the measured code's own, which a noisier cell has more of, and
/// what the machine does to whichever cell runs (AR, the walk, bursts).
class ProofMachine {
public:
    /// `measurements` in the whole run, `per_cycle` of them in each cycle.
    ProofMachine(ProofNoise noise, ProofDrift drift, int measurements, int per_cycle,
                 ProofRandom& random);

    /// Drift and noise of the next measurement. `times`: how noisy the cell is; `share`: length of
    /// the window in half-visits (a whole visit has 2: its own noise is that of a mean of two).
    double next(double times, int share = 1);

private:
    double drift_at(int measurement) const;
    double remembered();
    double of_the_machine();

    ProofNoise m_noise;
    ProofDrift m_drift;
    int m_measurements, m_per_cycle;
    ProofRandom& m_random;
    int m_at = 0;
    double m_memory = 0, m_walk = 0;
    double m_phase = 0;  ///< of the sine, or where the step is, as a share
};

}  // namespace stallscope
