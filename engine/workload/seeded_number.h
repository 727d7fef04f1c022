// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stallscope {

/// Number `index` of the sequence that `seed` starts: the output function of SplitMix64 (Steele,
/// Lea and Flood 2014) on a counter, so that any element can be had without those before it.
inline std::uint64_t seeded_bits(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed * 0xD1342543DE82EF95ULL + (index + 1) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

/// The same as a double in [0, 1).
inline double seeded_uniform(std::uint64_t seed, std::uint64_t index) {
    return static_cast<double>(seeded_bits(seed, index) >> 11U) * 0x1.0p-53;
}

/// The same as a float in [−√3, √3): mean 0, variance 1.
inline float seeded_unit_variance(std::uint64_t seed, std::uint64_t index) {
    constexpr float root_three = 1.7320508F;
    const auto high = static_cast<std::int32_t>(seeded_bits(seed, index) >> 40U);  // 24 bits
    return static_cast<float>(high - (1 << 23)) * (root_three * 0x1.0p-23F);
}

}  // namespace stallscope
