// SPDX-License-Identifier: Apache-2.0
#include "analysis/in_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace stallscope {
namespace {

TEST(InOrder, WhatIsReadyLateIsStillTakenInItsTurn) {
    std::vector<std::size_t> taken;
    const auto done = in_order(
        20,
        [](std::size_t i) -> Result<std::size_t> {
            std::this_thread::sleep_for(std::chrono::milliseconds(i % 3 == 0 ? 5 : 0));
            return i * 10;
        },
        [&](std::size_t i, std::size_t value) {
            EXPECT_EQ(value, i * 10);
            taken.push_back(i);
        });
    EXPECT_TRUE(done);
    std::vector<std::size_t> expected(20);
    std::iota(expected.begin(), expected.end(), 0U);
    EXPECT_EQ(taken, expected);
}

TEST(InOrder, NeverHoldsMoreThanOnePerCore) {
    std::atomic<int> there{0};
    std::atomic<int> most{0};
    struct Held {
        explicit Held(std::atomic<int>& count) : counter(&count) {}
        std::atomic<int>* counter;
    };
    ASSERT_TRUE(in_order(
        50,
        [&](std::size_t) -> Result<Held> {
            const int now = ++there;
            int seen = most;
            while (seen < now && !most.compare_exchange_weak(seen, now)) {
            }
            return Held(there);
        },
        [](std::size_t, Held held) { --*held.counter; }));
    // One more is begun while one is being taken.
    EXPECT_LE(most, static_cast<int>(most_at_once) + 1);
    EXPECT_EQ(there, 0);
}

TEST(InOrder, TheFirstErrorEndsItAndIsHandedOn) {
    std::vector<std::size_t> taken;
    const auto done = in_order(
        10,
        [](std::size_t i) -> Result<std::size_t> {
            if (i == 3 || i == 4) {
                return fail(ErrorKind::measurement, "visit " + std::to_string(i), "here");
            }
            return i;
        },
        [&](std::size_t i, std::size_t) { taken.push_back(i); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().says, "visit 3");
    EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(InOrder, AnExceptionComesOutWhereItIsWaitedFor) {
    const auto make = [](std::size_t i) -> Result<std::size_t> {
        if (i == 2) {
            throw std::runtime_error("two");
        }
        return i;
    };
    EXPECT_THROW(static_cast<void>(in_order(5, make, [](std::size_t, std::size_t) {})),
                 std::runtime_error);
}

TEST(InOrder, NothingIsDoneForNothing) {
    EXPECT_TRUE(in_order(
        0, [](std::size_t) -> Result<int> { return 1; },
        [](std::size_t, int) { FAIL() << "there is nothing to take"; }));
}

}  // namespace
}  // namespace stallscope
