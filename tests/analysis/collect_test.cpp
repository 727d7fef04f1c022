// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "analysis/stream_samples.h"
#include "hand_made_rows.h"

namespace stallscope {
namespace {

using by_hand::call;
using by_hand::ms;
using by_hand::process_request;
using by_hand::thread_request;
using by_hand::us;

StreamView view_of(std::int64_t window_ns) {
    StreamView view;
    view.window_ns = window_ns;
    return view;
}

std::vector<RequestRow> closed_loop(int n, std::int64_t period, std::int64_t from) {
    std::vector<RequestRow> rows;
    for (int i = 0; i < n; ++i) {
        rows.push_back(process_request(i + 1, from + i * period, 2 * ms, 0));
    }
    return rows;
}

TEST(Collect, RequestsAreCountedByArrival) {
    // Arrivals at −10, 0, 10, …, 100 ms: the window of 100 ms holds ten of them.
    const auto rows = closed_loop(12, 10 * ms, -10 * ms);
    StreamSamples samples = collect(rows, view_of(100 * ms), {});
    const Figures figures = figures_of(samples);
    EXPECT_EQ(figures.n, 10);
    EXPECT_DOUBLE_EQ(*figures.throughput_rps, 100.0);
    EXPECT_EQ(figures.legs_ms.at("return").n, 10);
    EXPECT_DOUBLE_EQ(*figures.legs_ms.at("service").mean, 2.0);
    EXPECT_DOUBLE_EQ(*figures.cpu_ms_per_request, 2.0);
    EXPECT_FALSE(figures.tree_cpu_ms_per_request.has_value());
    EXPECT_EQ(figures.answers_checked, 10);
    EXPECT_DOUBLE_EQ(figures.identity_residual_ms, 0.0);
}

TEST(Collect, NoRequestsGiveNoFigures) {
    StreamSamples samples = collect(std::vector<RequestRow>{}, view_of(ms), {});
    const Figures figures = figures_of(samples);
    EXPECT_EQ(figures.n, 0);
    EXPECT_FALSE(figures.throughput_rps.has_value());
    EXPECT_FALSE(figures.legs_ms.at("e2e").mean.has_value());
    EXPECT_FALSE(figures.cpu_ms_per_request.has_value());
    EXPECT_FALSE(figures.overlap.has_value());
}

TEST(Collect, AnswersAndMissingRecordsAreCountedByKind) {
    auto rows = closed_loop(5, 10 * ms, 0);
    rows[0].answer = static_cast<std::int64_t>(Answer::mismatch);
    rows[1].answer = static_cast<std::int64_t>(Answer::error);
    rows[2].answer = static_cast<std::int64_t>(Answer::unchecked);
    rows[2].service_start = rows[2].service_end = not_taken;
    rows[3].response = not_taken;
    RequestRow stray;
    stray.dispatch = 5 * ms;
    rows.push_back(stray);
    StreamSamples samples = collect(rows, view_of(100 * ms), {});
    EXPECT_EQ(samples.n, 5);
    EXPECT_EQ(samples.mismatches, 1);
    EXPECT_EQ(samples.errors, 1);
    EXPECT_EQ(samples.answers_checked, 3);
    EXPECT_EQ(samples.unfinished, 1);
    EXPECT_EQ(samples.unmatched.at("request without a service record"), 1);
    EXPECT_EQ(samples.unmatched.at("records without a client's"), 1);
    EXPECT_FALSE(samples.unmatched.contains("request without a dispatcher record"));
}

TEST(Collect, AThreadPlacedVictimIsAlignedByReceived) {
    const std::vector<RequestRow> rows = {thread_request(1, 0, 4 * ms)};
    StreamView view = view_of(100 * ms);
    view.on_thread = true;
    const std::vector<CallRow> calls = {call(1, 3 * ms, 2 * ms)};
    const std::vector<Suspect> suspects = {{"other", call_intervals(calls)}};
    StreamSamples samples = collect(rows, view, suspects);
    const Figures figures = figures_of(samples);
    ASSERT_EQ(figures.alignments.size(), 1U);
    EXPECT_EQ(figures.alignments[0].suspect, "other");
    EXPECT_EQ(figures.alignments[0].of, 1);
    EXPECT_EQ(figures.alignments[0].reply_stamp, "received");
    EXPECT_EQ(figures.alignments[0].ended_inside, 1);
}

TEST(Collect, AProcessPlacedVictimWithoutAHeaderIsNotStamped) {
    auto rows = closed_loop(2, 10 * ms, 0);
    rows[1].header = not_taken;
    const std::vector<Suspect> suspects = {{"other", {}}};
    StreamSamples samples = collect(rows, view_of(100 * ms), suspects);
    EXPECT_EQ(figures_of(samples).alignments[0].of, 1);
}

TEST(Collect, OverlapIsTheShareOfTheOccupancyInASuspectsCall) {
    // Occupancy: 30 us after arrival, 100 us + 2 ms + 60 us long = 2.16 ms.
    const auto rows = closed_loop(1, 10 * ms, 0);
    const std::vector<CallRow> calls = {call(1, ms, 540 * us)};
    const std::vector<Suspect> suspects = {{"other", call_intervals(calls)}};
    StreamSamples samples = collect(rows, view_of(100 * ms), suspects);
    EXPECT_NEAR(*figures_of(samples).overlap, 0.25, 1e-12);
}

TEST(Collect, ALoopHasCallFiguresAndNoLegs) {
    std::vector<CallRow> rows;
    for (int i = 0; i < 11; ++i) {
        rows.push_back(call(i + 1, i * 10 * ms, 9 * ms));
    }
    rows[4].status = 1;
    StreamSamples samples = collect(rows, view_of(100 * ms));
    const Figures figures = figures_of(samples);
    EXPECT_EQ(figures.n, 10);
    EXPECT_DOUBLE_EQ(*figures.throughput_rps, 100.0);
    EXPECT_DOUBLE_EQ(*figures.calls_ms.p50, 9.0);
    EXPECT_DOUBLE_EQ(*figures.relock_ms.p50, 0.003);
    EXPECT_EQ(figures.errors, 1);
    EXPECT_EQ(figures.legs_ms.at("return").n, 0);
}

TEST(Collect, MergedVisitsPoolEveryRequest) {
    const auto rows = closed_loop(11, 10 * ms, 0);
    const auto slower = closed_loop(6, 20 * ms, 0);
    StreamSamples pool;
    pool.merge(collect(rows, view_of(100 * ms), {}));
    pool.merge(collect(slower, view_of(100 * ms), {}));
    const Figures figures = figures_of(pool);
    EXPECT_EQ(figures.n, 15);
    EXPECT_DOUBLE_EQ(*figures.throughput_rps, 75.0);  // 15 in 200 ms
    EXPECT_EQ(figures.legs_ms.at("occupancy").n, 15);
}

TEST(Collect, CountsRequestsWhoseStampsCannotBe) {
    auto rows = closed_loop(3, 10 * ms, 0);
    rows[1].read_returned = rows[1].service_end - us;
    StreamSamples samples = collect(rows, view_of(100 * ms), {});
    EXPECT_EQ(samples.out_of_order, 1);
}

}  // namespace
}  // namespace stallscope
