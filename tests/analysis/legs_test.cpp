// SPDX-License-Identifier: Apache-2.0
#include "analysis/legs.h"

#include <gtest/gtest.h>

#include "hand_made_rows.h"

namespace stallscope {
namespace {

using by_hand::ms;
using by_hand::process_request;
using by_hand::thread_request;
using by_hand::us;

TEST(Legs, OfAProcessPlacedRequestAreThoseOfTheTable) {
    const RequestRow row = process_request(1, 0, 12 * ms, 9 * ms);
    const std::vector<std::pair<Leg, std::int64_t>> expected = {
        {Leg::queue, 20 * us},
        {Leg::dispatch, 100 * us},
        {Leg::send, 40 * us},
        {Leg::service, 12 * ms},
        {Leg::return_leg, 9 * ms + 60 * us},
        {Leg::not_reading, 0},
        {Leg::transit, 30 * us},
        {Leg::lock_wait, 9 * ms},
        {Leg::occupancy, 21 * ms + 160 * us},
        {Leg::e2e, 21 * ms + 235 * us},
        {Leg::response_time, 21 * ms + 240 * us},
        {Leg::device, 12 * ms - 110 * us},
        {Leg::off_device, 110 * us},
        {Leg::relock, 6 * us},
        {Leg::host, 10 * us},
    };
    for (const auto& [leg, ns] : expected) {
        EXPECT_EQ(leg_ns(leg, row), ns) << name_of(leg);
    }
    EXPECT_EQ(expected.size(), leg_count);
}

TEST(Legs, OccupancyIsDispatchPlusServicePlusReturn) {
    const RequestRow row = process_request(1, 77, 3 * ms, 123'456);
    EXPECT_EQ(leg_ns(Leg::occupancy, row), leg_ns(Leg::dispatch, row) + leg_ns(Leg::service, row) +
                                               leg_ns(Leg::return_leg, row));
}

TEST(Legs, OfTheIdentityAreGivenTogetherOrNotAtAll) {
    RequestRow row = process_request(1, 0, ms, 0);
    row.service_start = not_taken;
    for (const Leg leg : {Leg::occupancy, Leg::dispatch, Leg::service, Leg::return_leg}) {
        EXPECT_EQ(leg_ns(leg, row), not_taken) << name_of(leg);
    }
    EXPECT_EQ(leg_ns(Leg::lock_wait, row), 0);
}

TEST(Legs, AReceiveThatStartsLateIsNotReadingYetAndNoTransit) {
    RequestRow row = process_request(1, 0, ms, 0);
    row.recv_enter = row.service_end + 200 * us;
    row.read_returned = row.recv_enter + 7 * us;
    EXPECT_EQ(leg_ns(Leg::not_reading, row), 200 * us);
    EXPECT_EQ(leg_ns(Leg::transit, row), 7 * us);
}

TEST(Legs, PartsOfTheReturnAddUpToIt) {
    const RequestRow row = process_request(1, 0, 5 * ms, 3 * ms);
    EXPECT_EQ(leg_ns(Leg::not_reading, row) + leg_ns(Leg::transit, row) +
                  leg_ns(Leg::lock_wait, row) + path_ns(PathStep::header_to_body, row) +
                  path_ns(PathStep::body_to_decoded, row) +
                  path_ns(PathStep::decoded_to_received, row),
              leg_ns(Leg::return_leg, row));
    EXPECT_EQ(path_ns(PathStep::service_end_to_header, row), 3 * ms + 30 * us);
}

TEST(Legs, AThreadPlacedRequestHasAReturnLegButNoReplyPath) {
    const RequestRow row = thread_request(1, 0, 4 * ms);
    EXPECT_EQ(leg_ns(Leg::return_leg, row), 5 * us);
    EXPECT_EQ(leg_ns(Leg::relock, row), 6 * us);
    for (const Leg leg : {Leg::send, Leg::not_reading, Leg::transit, Leg::lock_wait, Leg::device}) {
        EXPECT_EQ(leg_ns(leg, row), not_taken) << name_of(leg);
    }
    for (const PathStep step : all_path_steps()) {
        EXPECT_EQ(path_ns(step, row), not_taken) << name_of(step);
    }
}

TEST(Legs, OfARowWithoutStampsAreAllMissing) {
    const RequestRow row;
    for (const Leg leg : all_legs()) {
        EXPECT_EQ(leg_ns(leg, row), not_taken) << name_of(leg);
    }
    EXPECT_FALSE(stamps_out_of_order(row));
}

TEST(StampOrder, OfAGoodRequestIsGood) {
    EXPECT_FALSE(stamps_out_of_order(process_request(1, 0, ms, ms)));
    EXPECT_FALSE(stamps_out_of_order(thread_request(1, 0, ms)));
}

TEST(StampOrder, FindsAReplyThatWasReadBeforeTheForwardEnded) {
    RequestRow row = process_request(1, 0, ms, 0);
    row.read_returned = row.service_end - 1;
    EXPECT_TRUE(stamps_out_of_order(row));
}

TEST(StampOrder, DoesNotCompareWhatIsNotOrdered) {
    RequestRow row = process_request(1, 0, ms, 0);
    row.reply_sent = row.received + ms;  // the worker's write may return late
    EXPECT_FALSE(stamps_out_of_order(row));
    row.response = row.received - 1;  // the woken client may be first
    EXPECT_FALSE(stamps_out_of_order(row));
}

}  // namespace
}  // namespace stallscope
