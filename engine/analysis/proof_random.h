// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "analysis/polar_normal.h"
#include "plan/draw.h"

namespace stallscope {

/// Random numbers of the proof: the same on every machine for the same seed, which the standard
/// library's distributions are not.
class ProofRandom {
public:
    explicit ProofRandom(std::uint64_t seed) : m_draw(seed) {}

    std::uint64_t whole() { return m_draw.next(); }
    std::uint64_t below(std::uint64_t bound) { return m_draw.below(bound); }

    /// In [0, 1), 53 bits.
    double uniform() { return static_cast<double>(m_draw.next() >> 11) * 0x1p-53; }

    /// Mean 1.
    double exponential() { return -std::log1p(-uniform()); }

    /// Mean 0, standard deviation 1.
    double normal() {
        return m_normal.next([this] { return uniform(); });
    }

    /// Arrivals of a Poisson process of rate 1 in `mean`; meant for small means.
    int poisson(double mean) {
        int count = 0;
        for (double at = exponential(); at < mean; at += exponential()) {
            ++count;
        }
        return count;
    }

private:
    Draw m_draw;
    PolarNormal m_normal;
};

}  // namespace stallscope
