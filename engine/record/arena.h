// SPDX-License-Identifier: Apache-2.0
#pragma once

// The shared memory between the engine, the host and its workers: one header page and a ring per
// writing thread. resources/python/stallscope/arena.py and stamps.py repeat these numbers; a test
// holds them together.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "plan/result.h"

namespace stallscope {

/// What a record tells. One record is 128 bytes: kind, lane, request, fourteen numbers.
enum class RecordKind : std::uint32_t {
    client = 1,    ///< ClientField
    dispatch = 2,  ///< DispatchField
    service = 3,   ///< ServiceField
    call = 4,      ///< CallField
};

/// Clock stamps are CLOCK_MONOTONIC nanoseconds; 0 means "not taken".
namespace ClientField {
enum : int { arrival, submit, response, answer, seed, digest };
}
namespace DispatchField {
enum : int {
    queue_enter,
    dispatch,
    sent,
    recv_enter,
    read_returned,
    header,
    body,
    decoded,
    received,
    reply_bytes,
    job_bytes
};
}
namespace ServiceField {
enum : int {
    worker_recv,
    service_start,
    service_end,
    native_enter,
    native_exit,
    device_start,
    device_end,
    device_error,
    reply_sent,
    cpu,
    status
};
}
namespace CallField {
enum : int {
    start,
    end,
    native_enter,
    native_exit,
    device_start,
    device_end,
    device_error,
    status
};
}

/// What the client found when it compared an answer with the reference.
enum class Answer : std::int64_t { unchecked = 0, match = 1, mismatch = 2, error = 3 };

struct StampRecord {
    std::uint32_t kind = 0;     ///< RecordKind; anything else is garbage
    std::uint32_t lane = 0;     ///< index of the ring it was written to
    std::uint64_t request = 0;  ///< counts up from 1 in each stream; for calls, in each lane
    std::array<std::int64_t, 14> t{};
};
static_assert(sizeof(StampRecord) == 128);

inline constexpr std::uint64_t arena_magic = 0x3143534c4c415453;  // "STALLSC1"
inline constexpr std::uint32_t arena_version = 1;
inline constexpr std::size_t arena_header_bytes = 4096;
inline constexpr std::size_t ring_header_bytes = 256;
inline constexpr std::int64_t never_ns = std::numeric_limits<std::int64_t>::max();

/// First page. The engine writes the times before a visit starts; there is no other traffic in a
/// window.
struct ArenaHeader {
    std::uint64_t magic;         // +0
    std::uint32_t version;       // +8
    std::uint32_t rings;         // +12
    std::uint32_t capacity;      // +16  records per ring, a power of two
    std::uint32_t record_bytes;  // +20
    char pad[40];
    std::atomic<std::int64_t> start_ns;  // +64  streams start (absolute)
    std::atomic<std::int64_t> stop_ns;   // +72  no request arrives after this; never_ns until set
};
static_assert(offsetof(ArenaHeader, start_ns) == 64);

/// One producer thread, one consumer (the engine).
struct RingHeader {
    std::atomic<std::uint64_t> head;      // +0   records ever written; the producer's
    std::atomic<std::uint64_t> dropped;   // +8   records that found the ring full
    std::atomic<std::int64_t> watermark;  // +16  every request of this lane that arrived before
                                          //      this time has been recorded (clients only)
    char pad[104];
    std::atomic<std::uint64_t> tail;  // +128 records ever read; the engine's
    char pad2[120];
};
static_assert(sizeof(RingHeader) == ring_header_bytes);
static_assert(offsetof(RingHeader, tail) == 128);

/// Writes into one ring. Allocates nothing, never blocks: a full ring counts a drop.
class RingWriter {
public:
    RingWriter() = default;
    RingWriter(RingHeader* header, StampRecord* records, std::uint32_t capacity);
    void write(const StampRecord& record);
    void set_watermark(std::int64_t ns);

private:
    RingHeader* m_header = nullptr;
    StampRecord* m_records = nullptr;
    std::uint32_t m_capacity = 0;
};

/// What a drain found. The other side may be broken or hostile: nothing it writes is trusted.
struct Drained {
    std::size_t records = 0;
    std::uint64_t dropped = 0;  ///< since the last drain
    bool corrupt = false;       ///< head ran backwards or further than the capacity
    std::int64_t watermark = 0;
};

class RingReader {
public:
    RingReader() = default;
    RingReader(RingHeader* header, const StampRecord* records, std::uint32_t capacity);
    /// Appends what is there to `out`.
    Drained drain(std::vector<StampRecord>& out);

private:
    RingHeader* m_header = nullptr;
    const StampRecord* m_records = nullptr;
    std::uint32_t m_capacity = 0;
    std::uint64_t m_tail = 0;
    std::uint64_t m_dropped = 0;
};

/// The engine's side: owns the file (memfd; elsewhere an unlinked file of mode 0600) and the
/// mapping, all pages touched.
class Arena {
public:
    /// `rings` 1 … 512, `capacity` a power of two, 64 … 1,048,576.
    static Result<Arena> create(std::uint32_t rings, std::uint32_t capacity);
    Arena(Arena&& other) noexcept;
    Arena& operator=(Arena&& other) noexcept;
    ~Arena();

    int fd() const { return m_fd; }
    std::size_t bytes() const { return m_bytes; }
    std::uint32_t rings() const { return m_rings; }
    RingReader& reader(std::uint32_t ring) { return m_readers[ring]; }
    /// stop_ns := never, start_ns := the given time.
    void start_at(std::int64_t start_ns);
    void stop_at(std::int64_t stop_ns);

private:
    Arena() = default;
    int m_fd = -1;
    void* m_base = nullptr;
    std::size_t m_bytes = 0;
    std::uint32_t m_rings = 0;
    std::vector<RingReader> m_readers;
};

/// The host's side of the same memory (used by the C ABI). Checks magic, version and sizes against
/// the file's length.
class AttachedArena {
public:
    static Result<AttachedArena> attach(int fd);
    AttachedArena(AttachedArena&& other) noexcept;
    AttachedArena& operator=(AttachedArena&&) = delete;
    ~AttachedArena();
    std::uint32_t rings() const { return m_rings; }
    RingWriter writer(std::uint32_t ring) const;
    ArenaHeader* header() const { return static_cast<ArenaHeader*>(m_base); }

private:
    AttachedArena() = default;
    void* m_base = nullptr;
    std::size_t m_bytes = 0;
    std::uint32_t m_rings = 0;
    std::uint32_t m_capacity = 0;
};

}  // namespace stallscope
