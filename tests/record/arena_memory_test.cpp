// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "record/arena.h"
#include "record/arena_file.h"
#include "record/arena_layout.h"

namespace stallscope {
namespace {

StampRecord record_of(std::uint64_t request) {
    StampRecord record;
    record.kind = static_cast<std::uint32_t>(RecordKind::client);
    record.request = request;
    for (int i = 0; i < 14; ++i) record.t[i] = static_cast<std::int64_t>(request * 100) + i;
    return record;
}

TEST(Arena, RefusesRingCountsAndCapacitiesOutsideItsLimits) {
    for (std::uint32_t rings : {0u, 513u}) {
        auto arena = Arena::create(rings, 64);
        ASSERT_FALSE(arena) << rings;
        EXPECT_EQ(arena.error().kind, ErrorKind::measurement);
    }
    for (std::uint32_t capacity : {0u, 32u, 65u, 100u, 1u << 21})
        EXPECT_FALSE(Arena::create(1, capacity)) << capacity;
    EXPECT_TRUE(Arena::create(512, 64));
}

TEST(Arena, IsPrivateCloseOnExecAndOfTheComputedLength) {
    auto arena = Arena::create(3, 128);
    ASSERT_TRUE(arena);
    struct stat facts {};
    ASSERT_EQ(fstat(arena->fd(), &facts), 0);
    EXPECT_EQ(facts.st_size, 4096 + 3 * (256 + 128 * 128));
    EXPECT_EQ(static_cast<std::size_t>(facts.st_size), arena->bytes());
    EXPECT_EQ(facts.st_nlink, 0u);
    EXPECT_TRUE(fcntl(arena->fd(), F_GETFD) & FD_CLOEXEC);
}

TEST(Arena, CannotBeCutShortByItsHost) {
    auto arena = Arena::create(1, 64);
    ASSERT_TRUE(arena);
#ifdef __linux__
    EXPECT_NE(ftruncate(arena->fd(), 0), 0);
#else
    GTEST_SKIP() << "only memfds can be sealed";
#endif
}

TEST(Arena, UnlinkedFilesAreTheirOwnersOnly) {
    auto fd = open_unlinked_file(4096);
    ASSERT_TRUE(fd);
    struct stat facts {};
    ASSERT_EQ(fstat(*fd, &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0600u);
    EXPECT_EQ(facts.st_nlink, 0u);
    EXPECT_EQ(facts.st_size, 4096);
    EXPECT_TRUE(fcntl(*fd, F_GETFD) & FD_CLOEXEC);
    close(*fd);
}

TEST(Arena, CarriesRecordsInOrderFromWriterToReader) {
    auto arena = Arena::create(2, 64);
    ASSERT_TRUE(arena);
    auto attached = AttachedArena::attach(arena->fd());
    ASSERT_TRUE(attached);
    EXPECT_EQ(attached->rings(), 2u);
    RingWriter writer = attached->writer(1);
    std::vector<StampRecord> out;
    std::uint64_t written = 0;
    std::uint64_t expected = 0;
    for (int round = 0; round < 10; ++round) {  // goes round the ring several times
        for (int i = 0; i < 40; ++i) writer.write(record_of(++written));
        out.clear();
        const Drained found = arena->reader(1).drain(out);
        EXPECT_EQ(found.records, 40u);
        EXPECT_EQ(found.dropped, 0u);
        EXPECT_FALSE(found.corrupt);
        for (const StampRecord& record : out) {
            ++expected;
            EXPECT_EQ(record.request, expected);
            EXPECT_EQ(record.t[13], static_cast<std::int64_t>(expected * 100) + 13);
        }
    }
    out.clear();
    EXPECT_EQ(arena->reader(0).drain(out).records, 0u);
}

TEST(Arena, CountsEveryRecordThatFoundTheRingFullOnce) {
    auto arena = Arena::create(1, 64);
    auto attached = AttachedArena::attach(arena->fd());
    RingWriter writer = attached->writer(0);
    for (std::uint64_t i = 1; i <= 70; ++i) writer.write(record_of(i));
    std::vector<StampRecord> out;
    Drained found = arena->reader(0).drain(out);
    EXPECT_EQ(found.records, 64u);
    EXPECT_EQ(found.dropped, 6u);
    EXPECT_EQ(out.back().request, 64u);
    writer.write(record_of(71));
    found = arena->reader(0).drain(out);
    EXPECT_EQ(found.records, 1u);
    EXPECT_EQ(found.dropped, 0u);
    EXPECT_EQ(out.back().request, 71u);
}

TEST(Arena, TimesAndWatermarksCrossTheMapping) {
    auto arena = Arena::create(1, 64);
    auto attached = AttachedArena::attach(arena->fd());
    EXPECT_EQ(attached->header()->stop_ns.load(), never_ns);
    arena->start_at(1000);
    EXPECT_EQ(attached->header()->start_ns.load(), 1000);
    arena->stop_at(2000);
    EXPECT_EQ(attached->header()->stop_ns.load(), 2000);
    arena->start_at(3000);
    EXPECT_EQ(attached->header()->stop_ns.load(), never_ns);
    attached->writer(0).set_watermark(1234);
    std::vector<StampRecord> out;
    EXPECT_EQ(arena->reader(0).drain(out).watermark, 1234);
}

TEST(Arena, MovesWithItsRings) {
    auto first = Arena::create(1, 64);
    Arena second = std::move(*first);
    auto attached = AttachedArena::attach(second.fd());
    ASSERT_TRUE(attached);
    AttachedArena moved = std::move(*attached);
    moved.writer(0).write(record_of(1));
    std::vector<StampRecord> out;
    EXPECT_EQ(second.reader(0).drain(out).records, 1u);
}

TEST(AttachedArena, RefusesWhatIsNoArena) {
    EXPECT_FALSE(AttachedArena::attach(-1));
    auto short_file = open_unlinked_file(100);
    EXPECT_FALSE(AttachedArena::attach(*short_file));
    close(*short_file);
    auto zeros = open_unlinked_file(arena_layout::arena_bytes(1, 64));
    auto attached = AttachedArena::attach(*zeros);
    ASSERT_FALSE(attached);
    EXPECT_NE(attached.error().says.find("no stamp rings"), std::string::npos);
    close(*zeros);
}

TEST(AttachedArena, RefusesSizesThatDoNotFitTheFile) {
    struct Case {
        std::uint32_t version, rings, capacity, record_bytes;
    };
    const Case cases[] = {{2, 1, 64, 128},          {1, 2, 64, 128}, {1, 1, 128, 128},
                          {1, 1, 64, 64},           {1, 0, 64, 128}, {1, 1, 63, 128},
                          {1, 0xffffffff, 64, 128}, {1, 1, 0, 128}};
    for (const Case& c : cases) {
        const std::size_t bytes = arena_layout::arena_bytes(1, 64);
        auto fd = open_unlinked_file(bytes);
        ASSERT_TRUE(fd);
        void* base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
        ASSERT_NE(base, MAP_FAILED);
        auto* header = static_cast<ArenaHeader*>(base);
        header->magic = arena_magic;
        header->version = c.version;
        header->rings = c.rings;
        header->capacity = c.capacity;
        header->record_bytes = c.record_bytes;
        EXPECT_FALSE(AttachedArena::attach(*fd))
            << c.version << " " << c.rings << " " << c.capacity;
        munmap(base, bytes);
        close(*fd);
    }
}

}  // namespace
}  // namespace stallscope
