// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stallscope {

/// FNV-1a, 64 bit (Fowler, Noll, Vo; offset basis 14695981039346656037, prime 1099511628211).
inline std::uint64_t digest_of(std::span<const std::byte> bytes) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const std::byte byte : bytes) {
        hash ^= std::to_integer<std::uint64_t>(byte);
        hash *= 1099511628211ULL;
    }
    return hash;
}

}  // namespace stallscope
