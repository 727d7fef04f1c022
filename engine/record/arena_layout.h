// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "record/arena.h"

/// Where things lie in the shared memory: the header page, then ring after ring, each a RingHeader
/// and its records.
namespace stallscope::arena_layout {

inline constexpr std::uint32_t most_rings = 512;
inline constexpr std::uint32_t least_capacity = 64;
inline constexpr std::uint32_t most_capacity = 1u << 20;

constexpr bool is_capacity(std::uint32_t capacity) {
    return capacity >= least_capacity && capacity <= most_capacity &&
           (capacity & (capacity - 1)) == 0;
}

constexpr bool is_ring_count(std::uint32_t rings) {
    return rings >= 1 && rings <= most_rings;
}

constexpr std::size_t ring_bytes(std::uint32_t capacity) {
    return ring_header_bytes + std::size_t{capacity} * sizeof(StampRecord);
}

constexpr std::size_t arena_bytes(std::uint32_t rings, std::uint32_t capacity) {
    return arena_header_bytes + rings * ring_bytes(capacity);
}

inline RingHeader* ring_header(void* base, std::uint32_t ring, std::uint32_t capacity) {
    auto* bytes = static_cast<std::byte*>(base) + arena_header_bytes + ring * ring_bytes(capacity);
    return reinterpret_cast<RingHeader*>(bytes);
}

inline StampRecord* ring_records(void* base, std::uint32_t ring, std::uint32_t capacity) {
    auto* bytes = reinterpret_cast<std::byte*>(ring_header(base, ring, capacity));
    return reinterpret_cast<StampRecord*>(bytes + ring_header_bytes);
}

}  // namespace stallscope::arena_layout
