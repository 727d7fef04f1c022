// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_run.h"

#include <string>

#include "plan/orders.h"

namespace stallscope {
namespace {

constexpr double noisier = 3;

}  // namespace

ProofRuns::ProofRuns(const ProofShape& shape) : m_shape(shape) {
    m_experiment.cycles = shape.cycles;
    m_experiment.order = shape.order;
    m_experiment.conditions.push_back({"one", {}});
    for (int cell = 0; cell < shape.cells; ++cell) {
        Cell added;
        added.id = std::to_string(cell);
        added.conditions = {"one"};
        m_experiment.cells.push_back(std::move(added));
    }
    m_y.assign(static_cast<std::size_t>(shape.cells),
               std::vector<double>(static_cast<std::size_t>(shape.cycles)));
}

const std::vector<std::vector<double>>& ProofRuns::next(ProofRandom& random) {
    m_experiment.seed = random.whole();
    const std::vector<Place> places = places_of(m_experiment);
    for (auto& row : m_y) {
        row.assign(row.size(), 0);
    }
    // A window that is not cut in two halves is as long as both.
    const int share = m_shape.order == Order::mirrored ? 1 : 2;
    const auto measurements = static_cast<int>(places.size());
    ProofMachine machine(m_shape.noise, m_shape.drift, measurements, measurements / m_shape.cycles,
                         random);
    for (const Place& place : places) {
        const auto cell = static_cast<std::size_t>(place.cell - m_experiment.cells.data());
        const double times = m_shape.one_noisier && cell == 0 ? noisier : 1;
        m_y[cell][static_cast<std::size_t>(place.cycle)] += machine.next(times, share) * share / 2;
    }
    return m_y;
}

}  // namespace stallscope
