// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "record/arena.h"
#include "record/arena_layout.h"

namespace stallscope {
namespace {

tl::unexpected<Error> refused(std::string says) {
    return fail(ErrorKind::measurement, std::move(says), "stamp arena",
                "Host and engine must be of the same version");
}

void touch(const void* base, std::size_t bytes) {
    const auto* at = static_cast<const volatile unsigned char*>(base);
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    for (std::size_t offset = 0; offset < bytes; offset += page) (void)at[offset];
}

}  // namespace

Result<AttachedArena> AttachedArena::attach(int fd) {
    struct stat facts {};
    if (fstat(fd, &facts) != 0)
        return refused(fmt::format("descriptor {} is not open: {}", fd, std::strerror(errno)));
    const auto bytes = static_cast<std::size_t>(facts.st_size);
    if (facts.st_size < 0 || bytes < arena_header_bytes)
        return refused(
            fmt::format("the shared memory has {} bytes, too few for its header", facts.st_size));

    int flags = MAP_SHARED;
#ifdef MAP_POPULATE
    flags |= MAP_POPULATE;  // this process's page tables too, before the window
#endif
    void* base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, fd, 0);
    if (base == MAP_FAILED)
        return refused(fmt::format("cannot map the shared memory: {}", std::strerror(errno)));
    AttachedArena arena;
    arena.m_base = base;
    arena.m_bytes = bytes;

    const ArenaHeader* header = arena.header();
    if (header->magic != arena_magic) return refused("the shared memory holds no stamp rings");
    if (header->version != arena_version)
        return refused(fmt::format("the stamp rings have version {}, this library knows {}",
                                   header->version, arena_version));
    arena.m_rings = header->rings;
    arena.m_capacity = header->capacity;
    if (header->record_bytes != sizeof(StampRecord) ||
        !arena_layout::is_ring_count(arena.m_rings) ||
        !arena_layout::is_capacity(arena.m_capacity) ||
        arena_layout::arena_bytes(arena.m_rings, arena.m_capacity) != bytes)
        return refused(
            fmt::format("the stamp rings' sizes ({} rings of {} records of {} bytes) do not fit "
                        "the {} bytes of shared memory",
                        arena.m_rings, arena.m_capacity, header->record_bytes, bytes));
    touch(base, bytes);
    return arena;
}

AttachedArena::AttachedArena(AttachedArena&& other) noexcept
    : m_base(std::exchange(other.m_base, nullptr)),
      m_bytes(other.m_bytes),
      m_rings(other.m_rings),
      m_capacity(other.m_capacity) {}

AttachedArena::~AttachedArena() {
    if (m_base) munmap(m_base, m_bytes);
}

RingWriter AttachedArena::writer(std::uint32_t ring) const {
    return {arena_layout::ring_header(m_base, ring, m_capacity),
            arena_layout::ring_records(m_base, ring, m_capacity), m_capacity};
}

}  // namespace stallscope
