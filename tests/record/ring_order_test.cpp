// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>

#include "record/arena.h"

namespace stallscope {
namespace {

constexpr std::uint32_t capacity = 64;

struct Ring {
    RingHeader header{};
    std::array<StampRecord, capacity> records{};
    RingWriter writer() { return {&header, records.data(), capacity}; }
    RingReader reader() { return {&header, records.data(), capacity}; }
};

StampRecord numbered(std::uint64_t request) {
    StampRecord record;
    record.request = request;
    record.t.fill(static_cast<std::int64_t>(request));
    return record;
}

// Run under -fsanitize=thread as well: a missing release or acquire shows there.
TEST(Ring, KeepsEveryRecordOfAFastProducerOrCountsIt) {
    auto ring = std::make_unique<Ring>();
    constexpr std::uint64_t total = 200'000;
    std::thread producer([&] {
        RingWriter writer = ring->writer();
        for (std::uint64_t i = 1; i <= total; ++i) {
            writer.write(numbered(i));
            writer.set_watermark(static_cast<std::int64_t>(i));
            if (i % 512 == 0) std::this_thread::yield();
        }
    });
    RingReader reader = ring->reader();
    std::vector<StampRecord> out;
    std::uint64_t seen = 0, dropped = 0, last = 0;
    while (seen + dropped < total) {
        out.clear();
        const Drained found = reader.drain(out);
        ASSERT_FALSE(found.corrupt);
        ASSERT_EQ(found.records, out.size());
        for (const StampRecord& record : out) {
            ASSERT_GT(record.request, last);
            ASSERT_EQ(record.t[0], static_cast<std::int64_t>(record.request));
            ASSERT_EQ(record.t[13], static_cast<std::int64_t>(record.request));
            last = record.request;
        }
        seen += found.records;
        dropped += found.dropped;
    }
    producer.join();
    EXPECT_EQ(seen + dropped, total);
    EXPECT_GE(seen, capacity);
}

TEST(Ring, ShowsEverythingBehindItsWatermark) {
    auto ring = std::make_unique<Ring>();
    constexpr std::int64_t total = 50'000;
    std::thread producer([&] {
        RingWriter writer = ring->writer();
        for (std::int64_t i = 1; i <= total; ++i) {
            // Waits for room, so that nothing is dropped here.
            while (ring->header.head.load() - ring->header.tail.load() >= capacity)
                std::this_thread::yield();
            writer.write(numbered(static_cast<std::uint64_t>(i)));
            writer.set_watermark(i);
        }
    });
    RingReader reader = ring->reader();
    std::vector<StampRecord> out;
    std::int64_t last = 0;
    while (last < total) {
        out.clear();
        const Drained found = reader.drain(out);
        if (!out.empty()) last = static_cast<std::int64_t>(out.back().request);
        ASSERT_GE(last, found.watermark);
    }
    producer.join();
}

TEST(Ring, FindsAHeadThatIsOutOfPlace) {
    auto ring = std::make_unique<Ring>();
    RingReader reader = ring->reader();
    RingWriter writer = ring->writer();
    std::vector<StampRecord> out;
    for (std::uint64_t i = 1; i <= 10; ++i) writer.write(numbered(i));
    ASSERT_EQ(reader.drain(out).records, 10u);
    for (std::uint64_t head : {std::uint64_t{9}, std::uint64_t{0}, std::uint64_t{10 + capacity + 1},
                               ~std::uint64_t{0}}) {
        ring->header.head.store(head);
        out.clear();
        const Drained found = reader.drain(out);
        EXPECT_TRUE(found.corrupt) << head;
        EXPECT_EQ(found.records, 0u);
        EXPECT_TRUE(out.empty());
    }
    ring->header.head.store(10 + capacity);  // exactly full is fine
    EXPECT_EQ(reader.drain(out).records, capacity);
}

TEST(Ring, FindsADropCounterThatRanBackwards) {
    auto ring = std::make_unique<Ring>();
    RingReader reader = ring->reader();
    std::vector<StampRecord> out;
    ring->header.dropped.store(5);
    EXPECT_EQ(reader.drain(out).dropped, 5u);
    ring->header.dropped.store(4);
    EXPECT_TRUE(reader.drain(out).corrupt);
}

TEST(Ring, IgnoresATailThatSomebodyElseMoved) {
    auto ring = std::make_unique<Ring>();
    RingReader reader = ring->reader();
    RingWriter writer = ring->writer();
    std::vector<StampRecord> out;
    writer.write(numbered(1));
    ring->header.tail.store(77);
    EXPECT_EQ(reader.drain(out).records, 1u);
    EXPECT_EQ(ring->header.tail.load(), 1u);
}

TEST(Ring, SurvivesAWriterThatScribblesEverywhere) {
    auto ring = std::make_unique<Ring>();
    RingReader reader = ring->reader();
    std::mt19937_64 random(7);
    std::vector<StampRecord> out;
    for (int round = 0; round < 20'000; ++round) {
        ring->header.head.store(random() >> (random() % 64));
        ring->header.dropped.store(random() >> (random() % 64));
        ring->header.watermark.store(static_cast<std::int64_t>(random()));
        ring->header.tail.store(random());
        ring->records[random() % capacity].kind = static_cast<std::uint32_t>(random());
        out.clear();
        const Drained found = reader.drain(out);
        ASSERT_LE(found.records, capacity);
        ASSERT_EQ(found.records, out.size());
    }
}

}  // namespace
}  // namespace stallscope
