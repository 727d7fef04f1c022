// SPDX-License-Identifier: Apache-2.0
#include "analysis/alignment.h"

#include <gtest/gtest.h>

#include "hand_made_rows.h"

namespace stallscope {
namespace {

using by_hand::call;
using by_hand::ms;
using by_hand::us;

constexpr std::int64_t window = 1000 * ms;

Alignment align(const std::vector<ReplyPoint>& replies, const std::vector<CallRow>& calls,
                std::int64_t window_ns = window) {
    AlignmentSamples samples;
    samples.add_visit(replies, call_intervals(calls), window_ns);
    return samples.figures();
}

std::vector<CallRow> back_to_back(int n, std::int64_t length) {
    std::vector<CallRow> calls;
    for (int i = 0; i < n; ++i) {
        CallRow row;
        row.call = i + 1;
        row.start = row.native_enter = i * length;
        row.end = row.native_exit = row.start + length - 100 * us;
        calls.push_back(row);
    }
    return calls;
}

TEST(Alignment, WithoutCallsNothingEndedInsideAndNoShareIsGiven) {
    const Alignment found = align({{5 * ms, 6 * ms}}, {});
    EXPECT_EQ(found.of, 1);
    EXPECT_EQ(found.ended_inside, 0);
    EXPECT_FALSE(found.header_share.has_value());
    EXPECT_FALSE(found.header_chance.has_value());
    EXPECT_FALSE(found.wait_vs_time_left_r.has_value());
    EXPECT_EQ(found.call_source, "no calls");
}

TEST(Alignment, WithoutRepliesHasNoShare) {
    const Alignment found = align({}, back_to_back(10, 10 * ms));
    EXPECT_EQ(found.of, 0);
    EXPECT_FALSE(found.header_share.has_value());
    EXPECT_TRUE(found.header_chance.has_value());
}

TEST(Alignment, OneCallHoldsWhatEndsBetweenItsStartAndItsEnd) {
    // The call's native span is 10.002 … 20.002 ms, its caller's stamp 20.005 ms.
    const std::vector<CallRow> calls = {call(1, 10 * ms, 10 * ms)};
    const std::int64_t enter = 10 * ms + 2 * us;
    const std::int64_t exit = 20 * ms + 2 * us;
    struct Case {
        std::int64_t service_end;
        std::int64_t inside;
    };
    for (const Case c : {Case{enter - 1, 0}, Case{enter, 1}, Case{exit - 1, 1}, Case{exit, 0}}) {
        const Alignment found = align({{c.service_end, exit + 50 * us}}, calls);
        EXPECT_EQ(found.ended_inside, c.inside) << c.service_end;
        EXPECT_EQ(found.of, 1);
    }
    const Alignment found = align({{15 * ms, exit + 50 * us}}, calls);
    EXPECT_NEAR(*found.header_minus_native_exit_ms.p50, 0.050, 1e-12);
    EXPECT_NEAR(*found.header_minus_span_end_ms.p50, 0.047, 1e-12);
    EXPECT_DOUBLE_EQ(*found.header_share, 1.0);
    EXPECT_EQ(found.call_source, "native spans");
}

TEST(Alignment, HeadersCountAsAtACallsEndUpToHalfAMillisecondAway) {
    const std::vector<CallRow> calls = {call(1, 10 * ms, 10 * ms)};
    const std::int64_t exit = 20 * ms + 2 * us;
    struct Case {
        std::int64_t away;
        double share;
    };
    for (const Case c :
         {Case{500 * us, 1}, Case{500 * us + 1, 0}, Case{-500 * us, 1}, Case{-500 * us - 1, 0}}) {
        EXPECT_DOUBLE_EQ(*align({{15 * ms, exit + c.away}}, calls).header_share, c.share) << c.away;
    }
}

TEST(Alignment, CallsOutsideTheWindowCountForTheRuleButNotForChance) {
    // A call that began before the window, and one that ends after it.
    const std::vector<CallRow> calls = {call(1, -8 * ms, 10 * ms), call(2, 95 * ms, 10 * ms)};
    const Alignment found = align({{1 * ms, 2 * ms}, {99 * ms, 105 * ms}}, calls, 100 * ms);
    EXPECT_EQ(found.ended_inside, 2);
    EXPECT_DOUBLE_EQ(*found.header_share, 1.0);
    EXPECT_DOUBLE_EQ(*found.header_chance, 0.01);  // one exit in a window of 100 ms
}

TEST(Alignment, ChanceIsOneMillisecondPerCallPeriodAndAtMostOne) {
    EXPECT_NEAR(*align({}, back_to_back(100, 10 * ms)).header_chance, 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(*align({}, back_to_back(2000, 500 * us)).header_chance, 1.0);
}

TEST(Alignment, ACallThatNeverEndedContainsWhatComesAfterItsStart) {
    CallRow endless = call(2, 50 * ms, ms);
    endless.end = endless.native_enter = endless.native_exit = not_taken;
    const std::vector<CallRow> calls = {call(1, 10 * ms, 10 * ms), endless};
    const Alignment found =
        align({{15 * ms, 21 * ms}, {60 * ms, 61 * ms}, {30 * ms, 31 * ms}}, calls);
    EXPECT_EQ(found.ended_inside, 2);
    EXPECT_EQ(found.of, 3);
    EXPECT_EQ(found.header_minus_native_exit_ms.n, 1);  // the endless one has no end
    EXPECT_EQ(found.call_source, "native and service spans");
}

TEST(Alignment, OfOverlappingThreadsTheCallThatStartedLastDecides) {
    // Thread 0 is in a long call, thread 1 in a short one that is over.
    const std::vector<CallRow> calls = {call(1, 10 * ms, 50 * ms, 0), call(1, 20 * ms, 5 * ms, 1)};
    EXPECT_EQ(align({{22 * ms, 25 * ms}}, calls).ended_inside, 1);
    EXPECT_EQ(align({{30 * ms, 31 * ms}}, calls).ended_inside, 0);
    EXPECT_EQ(align({{15 * ms, 16 * ms}}, calls).ended_inside, 1);
    // The nearest exit of any thread counts for the header.
    EXPECT_DOUBLE_EQ(*align({{22 * ms, 60 * ms}}, calls).header_share, 1.0);
}

TEST(Alignment, SpansServeWhereThereAreNoNativeStamps) {
    CallRow row = call(1, 10 * ms, 10 * ms);
    row.native_enter = row.native_exit = not_taken;
    const Alignment found = align({{15 * ms, row.end}}, {row});
    EXPECT_EQ(found.ended_inside, 1);
    EXPECT_EQ(found.header_minus_native_exit_ms.n, 0);
    EXPECT_DOUBLE_EQ(*found.header_minus_span_end_ms.p50, 0.0);
    EXPECT_DOUBLE_EQ(*found.header_share, 1.0);
    EXPECT_EQ(found.call_source, "service spans");
}

TEST(Alignment, WaitsThatEndWithTheCallCorrelateFullyWithTheTimeLeft) {
    const auto calls = back_to_back(4, 10 * ms);
    std::vector<ReplyPoint> replies;
    for (int i = 0; i < 4; ++i) {
        const std::int64_t exit = calls[static_cast<std::size_t>(i)].native_exit;
        replies.push_back({exit - (i + 1) * ms, exit});
    }
    const Alignment found = align(replies, calls);
    EXPECT_EQ(found.ended_inside, 4);
    EXPECT_NEAR(*found.wait_vs_time_left_r, 1.0, 1e-12);
    replies.resize(2);
    EXPECT_FALSE(align(replies, calls).wait_vs_time_left_r.has_value());
}

TEST(Alignment, MergedVisitsCountLikeOne) {
    const auto calls = back_to_back(10, 10 * ms);
    const std::vector<ReplyPoint> first = {{5 * ms, 9 * ms + 900 * us}, {12 * ms, 15 * ms}};
    const std::vector<ReplyPoint> second = {{27 * ms, 29 * ms + 900 * us}};
    AlignmentSamples a;
    a.add_visit(first, call_intervals(calls), 100 * ms);
    AlignmentSamples b;
    b.add_visit(second, call_intervals(calls), 100 * ms);
    b.figures();
    a.merge(std::move(b));
    const Alignment found = a.figures();
    EXPECT_EQ(found.of, 3);
    EXPECT_EQ(found.ended_inside, 3);
    EXPECT_NEAR(*found.header_share, 2.0 / 3, 1e-12);
    EXPECT_NEAR(*found.header_chance, 0.1, 1e-12);
    EXPECT_EQ(found.header_minus_native_exit_ms.n, 3);
}

TEST(CallIntervals, OfAClosedSuspectAreItsNativeSpansElseItsServices) {
    RequestRow with = by_hand::process_request(1, 0, 4 * ms, 0);
    RequestRow without = by_hand::process_request(2, 10 * ms, 4 * ms, 0);
    without.native_enter = without.native_exit = not_taken;
    RequestRow none;
    const std::vector<RequestRow> rows = {without, with, none};
    const auto calls = call_intervals(rows);
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(calls[0].start, with.native_enter);
    EXPECT_EQ(calls[0].end, with.native_exit);
    EXPECT_EQ(calls[0].span_end, with.service_end);
    EXPECT_EQ(calls[1].start, without.service_start);
    EXPECT_EQ(calls[1].end, without.service_end);
}

TEST(BusyTime, CountsTheUnionOfOverlappingCallsOnce) {
    const std::vector<CallRow> rows = {call(1, 0, 10 * us), call(2, 5 * us, 10 * us),
                                       call(3, 100 * us, 10 * us)};
    // Native spans: 2…12, 7…17, 102…112 us.
    BusyTime busy(call_intervals(rows));
    EXPECT_EQ(busy.inside(0, 200 * us), 25 * us);
    EXPECT_EQ(busy.inside(10 * us, 105 * us), 10 * us);
    EXPECT_EQ(busy.inside(20 * us, 90 * us), 0);
    EXPECT_EQ(busy.inside(90 * us, 20 * us), 0);
    EXPECT_EQ(BusyTime({}).inside(0, 100), 0);
}

}  // namespace
}  // namespace stallscope
