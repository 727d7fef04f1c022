// SPDX-License-Identifier: Apache-2.0
#pragma once

// Series with known truth, by fixed seeds.

#include <cstddef>
#include <random>
#include <vector>

#include "analysis/verdict.h"

namespace stallscope {

class SimulatedCycles {
public:
    explicit SimulatedCycles(unsigned seed) : m_random(seed) {}

    double noise(double sd) { return sd * m_normal(m_random); }

    /// Differences of `cycles` cycles around `effect`.
    std::vector<double> differences(int cycles, double effect, double sd) {
        std::vector<double> d;
        for (int k = 0; k < cycles; ++k) {
            d.push_back(effect + noise(sd));
        }
        return d;
    }

    /// Cell b against cell a, with a drift that both share and noise `sd` in each.
    ContrastSeries contrast(int cycles, double effect, double sd_b, double sd_a) {
        ContrastSeries series;
        double drift = 2.5;
        for (int k = 0; k < cycles; ++k) {
            drift += noise(0.05);
            series.a.emplace_back(drift + noise(sd_a));
            series.b.emplace_back(drift + effect + noise(sd_b));
        }
        return series;
    }

private:
    std::mt19937_64 m_random;
    std::normal_distribution<double> m_normal;
};

inline Member comparison(ContrastSeries series, double margin) {
    Member member;
    member.id = "comparison";
    member.data = std::move(series);
    member.margin = {margin, false};
    return member;
}

inline Family family_of(std::vector<Member> members, LookRule rule) {
    Family family;
    family.rule = rule;
    family.members = std::move(members);
    return family;
}

}  // namespace stallscope
