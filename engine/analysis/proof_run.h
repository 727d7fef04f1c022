// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/proof_noise.h"
#include "plan/experiment.h"

namespace stallscope {

/// What is simulated: a run of `cells` cells in one condition, in an order of plan/orders.h.
struct ProofShape {
    ProofNoise noise = ProofNoise::white;
    ProofDrift drift = ProofDrift::none;
    bool one_noisier = false;  ///< the first cell, b of every contrast, has three times the noise
    int cells = 4;
    int cycles = 5;
    Order order = Order::mirrored;
};

/// Simulates runs of one shape. All cells do the same; whoever wants an effect adds it.
class ProofRuns {
public:
    explicit ProofRuns(const ProofShape& shape);

    /// y of the next run, by cell and cycle: each the mean of its half-visits, as in step 1.
    const std::vector<std::vector<double>>& next(ProofRandom& random);

private:
    ProofShape m_shape;
    Experiment m_experiment;
    std::vector<std::vector<double>> m_y;
};

}  // namespace stallscope
