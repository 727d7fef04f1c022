// SPDX-License-Identifier: Apache-2.0
#include "load/lanes.h"

#include <gtest/gtest.h>

namespace stallscope {
namespace {

Stream stream_with(Load load, Placement placement) {
    Stream stream;
    stream.load = load;
    stream.placement = placement;
    return stream;
}

TEST(Lanes, AClosedLoadHasItsClientsAndOneDispatcher) {
    const LoadThreads expected{.clients = 3, .dispatchers = 1};
    EXPECT_EQ(lanes_of(stream_with(ClosedLoad{.clients = 3}, Placement::thread)), expected);
}

TEST(Lanes, AProcessPlacementAddsOneWorkerHoweverManyClientsAsk) {
    const LoadThreads expected{.clients = 64, .dispatchers = 1, .workers = 1};
    const LoadThreads found = lanes_of(stream_with(ClosedLoad{.clients = 64}, Placement::process));
    EXPECT_EQ(found, expected);
    EXPECT_EQ(found.total(), 66);
}

TEST(Lanes, ALoopHasItsThreadsAndNothingBetween) {
    const LoadThreads expected{.loops = 2};
    EXPECT_EQ(lanes_of(stream_with(LoopLoad{.threads = 2}, Placement::thread)), expected);
}

}  // namespace
}  // namespace stallscope
