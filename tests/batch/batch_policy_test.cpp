// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_policy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "batch/claim_cursor.h"

namespace stallscope {
namespace {

constexpr std::size_t kib = 1024;

TEST(WorkerCount, IsCappedByMessagesAndBytes) {
    struct Case {
        WorkerCap cap;
        int limit;
        std::size_t messages;
        std::size_t bytes;
        int workers;
    };
    const Case cases[] = {
        {WorkerCap::count, 8, 0, 0, 1},
        {WorkerCap::count, 8, 1, 1, 1},
        {WorkerCap::count, 8, 5, 5, 5},
        {WorkerCap::count, 8, 16, 16 * 800, 8},
        {WorkerCap::count, 1, 16, 16 * 800, 1},
        {WorkerCap::bytes, 8, 0, 0, 1},
        {WorkerCap::bytes, 8, 16, 16 * 800, 1},  // less than one worker's worth
        {WorkerCap::bytes, 8, 16, 64 * kib - 1, 1},
        {WorkerCap::bytes, 8, 16, 64 * kib, 1},
        {WorkerCap::bytes, 8, 16, 128 * kib - 1, 1},
        {WorkerCap::bytes, 8, 16, 128 * kib, 2},
        {WorkerCap::bytes, 8, 16, 16 * 767 * kib, 8},
        {WorkerCap::bytes, 8, 2, 16 * 767 * kib, 2},  // bytes never add workers
        {WorkerCap::bytes, 1, 16, 16 * 767 * kib, 1},
    };
    for (const Case& batch : cases) {
        BatchPolicy policy;
        policy.cap = batch.cap;
        EXPECT_EQ(worker_count(policy, batch.limit, {batch.messages, batch.bytes, batch.bytes}),
                  batch.workers)
            << batch.limit << " " << batch.messages << " " << batch.bytes;
    }
}

TEST(WorkerCount, ByCostIsWhatFinishesFirst) {
    BatchPolicy policy;
    policy.cap = WorkerCap::cost;
    policy.cost = {1000, 1, 20'000, 0, 4};
    struct Case {
        std::size_t messages;
        std::size_t each;
        int workers;
    };
    const Case cases[] = {
        {0, 0, 1},         {16, 800, 1},  // 29 µs of work, and a thread costs 20
        {30, 800, 2},                     // 54 µs: 27 + 20 for two, 18 + 40 for three
        {400, 20'000, 4},                 // 8.4 ms
        {1, 1'000'000, 1},                // one message cannot be shared
    };
    for (const Case& batch : cases) {
        EXPECT_EQ(
            worker_count(policy, 8, {batch.messages, batch.messages * batch.each, batch.each}),
            batch.workers)
            << batch.messages << " × " << batch.each;
    }
    // Where a second thread is no help, there is none.
    policy.cost.speedup = 1;
    EXPECT_EQ(worker_count(policy, 8, {400, 8'000'000, 20'000}), 1);
    // A large message that takes half the time leaves nothing for a third worker.
    policy.cost = {0, 1, 1000, 0, 4};
    EXPECT_EQ(worker_count(policy, 4, {11, 1'000'000, 500'000}), 2);
    // A caller that joins pays for one thread more.
    policy.cost = {1000, 1, 20'000, 0, 4};
    policy.caller = CallerRole::joins;
    EXPECT_EQ(worker_count(policy, 8, {30, 24'000, 800}), 1);
}

TEST(BatchOptions, WhatCannotBeMeantIsAnErrorWithAHint) {
    const auto refused = [](auto change) {
        BatchPolicy policy;
        policy.cap = WorkerCap::cost;
        BatchOptions options;
        change(policy, options);
        const auto checked = check(policy, options);
        return !checked && checked.error().kind == ErrorKind::usage &&
               !checked.error().hint.empty();
    };
    EXPECT_FALSE(refused([](BatchPolicy&, BatchOptions&) {}));
    EXPECT_FALSE(refused([](BatchPolicy&, BatchOptions& options) { options.threads = 1; }));
    EXPECT_TRUE(refused([](BatchPolicy&, BatchOptions& options) { options.threads = 0; }));
    EXPECT_TRUE(refused([](BatchPolicy&, BatchOptions& options) { options.threads = -3; }));
    EXPECT_TRUE(refused([](BatchPolicy&, BatchOptions& options) { options.assumed_cpus = 0; }));
    EXPECT_FALSE(refused([](BatchPolicy&, BatchOptions& options) { options.parse.strict = true; }));
    EXPECT_TRUE(refused([](BatchPolicy&, BatchOptions& options) {
        options.parse.strict = true;
        options.parse.mode = ParseMode::metadata;
    }));
    EXPECT_TRUE(refused([](BatchPolicy& policy, BatchOptions&) { policy.bytes_per_worker = 0; }));
    EXPECT_TRUE(refused([](BatchPolicy& policy, BatchOptions&) { policy.cost.ns_per_byte = NAN; }));
    EXPECT_TRUE(refused([](BatchPolicy& policy, BatchOptions&) { policy.cost.cpus = -1; }));
}

TEST(ClaimCursor, HandsOutEveryMessageOnce) {
    for (const auto claiming : {Claiming::single, Claiming::guided}) {
        for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
            ClaimCursor cursor(count, 3, claiming);
            std::size_t expected = 0;
            std::size_t claims = 0;
            for (auto block = cursor.claim(); block.begin != block.end; block = cursor.claim()) {
                EXPECT_EQ(block.begin, expected);
                expected = block.end;
                ++claims;
            }
            EXPECT_EQ(expected, count);
            EXPECT_LE(claims, claiming == Claiming::guided && count == 1000 ? 60U : count);
            EXPECT_GE(claims, claiming == Claiming::single ? count : count / 100);
        }
    }
    ClaimCursor closed(10, 2, Claiming::guided);
    closed.close();
    const auto block = closed.claim();
    EXPECT_EQ(block.begin, block.end);
}

}  // namespace
}  // namespace stallscope
