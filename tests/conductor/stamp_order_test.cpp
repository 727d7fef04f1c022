// SPDX-License-Identifier: Apache-2.0
#include "run/stamp_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stallscope {
namespace {

using ::testing::HasSubstr;

RequestRow in_order() {
    RequestRow row;
    row.request = 7;
    std::int64_t at = 0;
    for (auto stamp :
         {&RequestRow::arrival, &RequestRow::submit, &RequestRow::queue_enter,
          &RequestRow::dispatch, &RequestRow::sent, &RequestRow::recv_enter,
          &RequestRow::worker_recv, &RequestRow::service_start, &RequestRow::native_enter,
          &RequestRow::native_exit, &RequestRow::service_end, &RequestRow::read_returned,
          &RequestRow::header, &RequestRow::body, &RequestRow::decoded, &RequestRow::received,
          &RequestRow::response}) {
        row.*stamp = at += 100;
    }
    return row;
}

std::vector<std::string> violations_of(const RequestRow& row) {
    StampOrder order;
    EXPECT_TRUE(order.requests("gpu", {&row, 1}));
    EXPECT_EQ(order.requests(), 1);
    return order.violations();
}

TEST(StampOrder, ARequestInOrderHasNoViolation) {
    EXPECT_TRUE(violations_of(in_order()).empty());
}

TEST(StampOrder, StampsThatWereNotTakenAreSkipped) {
    auto row = in_order();
    row.header = row.body = row.decoded = row.read_returned = not_taken;
    EXPECT_TRUE(violations_of(row).empty());
}

TEST(StampOrder, TheWokenClientMayStampBeforeTheDispatcher) {
    auto row = in_order();
    row.response = row.received - 50;
    EXPECT_TRUE(violations_of(row).empty());
}

TEST(StampOrder, AWriteMayReturnAfterTheWorkerHasReadIt) {
    auto row = in_order();
    row.sent = row.service_start + 10;
    row.recv_enter = row.sent + 10;
    EXPECT_TRUE(violations_of(row).empty());
}

TEST(StampOrder, ALockTakenBeforeTheReadReturnedIsNamedWithItsDistance) {
    auto row = in_order();
    row.header = row.read_returned - 30;
    const auto violations = violations_of(row);
    ASSERT_EQ(violations.size(), 1u);
    EXPECT_THAT(violations[0], HasSubstr("request 7: header is 30 ns before read_returned"));
}

TEST(StampOrder, ANativeSpanOutsideItsCallIsAViolation) {
    CallRow call;
    call.call = 3;
    call.start = 0;
    call.native_enter = 10;
    call.native_exit = 120;
    call.end = 100;
    StampOrder order;
    ASSERT_TRUE(order.calls("neighbour", {&call, 1}));
    ASSERT_EQ(order.violations().size(), 1u);
    EXPECT_THAT(order.violations()[0], HasSubstr("neighbour, call 3"));
}

}  // namespace
}  // namespace stallscope
