// SPDX-License-Identifier: Apache-2.0
#include "record/arena.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <utility>

#include "record/arena_file.h"
#include "record/arena_layout.h"

namespace stallscope {

Result<Arena> Arena::create(std::uint32_t rings, std::uint32_t capacity) {
    if (!arena_layout::is_ring_count(rings))
        return fail(ErrorKind::measurement,
                    fmt::format("the stamp arena cannot have {} rings (1 to {})", rings,
                                arena_layout::most_rings),
                    "stamp arena", "Use fewer streams, clients or loop threads in one cell");
    if (!arena_layout::is_capacity(capacity))
        return fail(
            ErrorKind::measurement,
            fmt::format("a stamp ring cannot hold {} records (a power of two from {} to "
                        "{})",
                        capacity, arena_layout::least_capacity, arena_layout::most_capacity),
            "stamp arena");

    Arena arena;
    arena.m_bytes = arena_layout::arena_bytes(rings, capacity);
    auto fd = open_arena_file(arena.m_bytes);
    if (!fd) return tl::unexpected(std::move(fd.error()));
    arena.m_fd = *fd;

    void* base = mmap(nullptr, arena.m_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, arena.m_fd, 0);
    if (base == MAP_FAILED)
        return fail(ErrorKind::measurement,
                    fmt::format("cannot map {} bytes of shared memory: {}", arena.m_bytes,
                                std::strerror(errno)),
                    "stamp arena", "Free some memory and try again");
    arena.m_base = base;
    // Writing touches every page, so that no stamp of a window pays for a page fault.
    std::memset(base, 0, arena.m_bytes);

    auto* header = new (base) ArenaHeader{};
    header->version = arena_version;
    header->rings = rings;
    header->capacity = capacity;
    header->record_bytes = sizeof(StampRecord);
    header->stop_ns.store(never_ns, std::memory_order_relaxed);
    header->magic = arena_magic;
    arena.m_rings = rings;
    arena.m_readers.reserve(rings);
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        auto* ring_head = new (arena_layout::ring_header(base, ring, capacity)) RingHeader{};
        arena.m_readers.emplace_back(ring_head, arena_layout::ring_records(base, ring, capacity),
                                     capacity);
    }
    return arena;
}

Arena::Arena(Arena&& other) noexcept {
    *this = std::move(other);
}

Arena& Arena::operator=(Arena&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    std::swap(m_base, other.m_base);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_rings, other.m_rings);
    std::swap(m_readers, other.m_readers);
    return *this;
}

Arena::~Arena() {
    if (m_base) munmap(m_base, m_bytes);
    if (m_fd >= 0) close(m_fd);
}

void Arena::start_at(std::int64_t start_ns) {
    auto* header = static_cast<ArenaHeader*>(m_base);
    header->stop_ns.store(never_ns, std::memory_order_release);
    header->start_ns.store(start_ns, std::memory_order_release);
}

void Arena::stop_at(std::int64_t stop_ns) {
    static_cast<ArenaHeader*>(m_base)->stop_ns.store(stop_ns, std::memory_order_release);
}

}  // namespace stallscope
