// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>

namespace stallscope {

/// Normal random numbers by the polar method (Marsaglia and Bray 1964): the same on every machine
/// for the same uniform ones, which the standard library's distribution is not.
class PolarNormal {
public:
    /// Mean 0, standard deviation 1. `uniform()` gives numbers from 0 to 1.
    template <class Uniform>
    double next(Uniform uniform) {
        if (m_spare) {
            const double spare = *m_spare;
            m_spare.reset();
            return spare;
        }
        for (;;) {
            const double u = 2 * uniform() - 1;
            const double v = 2 * uniform() - 1;
            const double square = u * u + v * v;
            if (square > 0 && square < 1) {
                const double scale = std::sqrt(-2 * std::log(square) / square);
                m_spare = v * scale;
                return u * scale;
            }
        }
    }

private:
    std::optional<double> m_spare;
};

}  // namespace stallscope
