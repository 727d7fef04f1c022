// SPDX-License-Identifier: Apache-2.0
#include "host/c_abi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "record/arena.h"

namespace stallscope {
namespace {

using testing::HasSubstr;

TEST(CAbi, WritesRecordsAndWatermarksIntoTheEnginesRings) {
    auto arena = Arena::create(2, 64);
    ASSERT_TRUE(arena);
    void* attached = stallscope_arena_attach(arena->fd());
    ASSERT_NE(attached, nullptr) << stallscope_last_error();
    void* first = stallscope_ring(attached, 0);
    void* second = stallscope_ring(attached, 1);
    ASSERT_NE(first, nullptr);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(stallscope_ring(attached, 2), nullptr);
    EXPECT_THAT(stallscope_last_error(), HasSubstr("no stamp ring 2"));

    StampRecord record;
    record.kind = 1;
    record.request = 7;
    record.t[0] = 70;
    stallscope_record(first, &record);
    record.request = 8;
    stallscope_record_client(second, &record, 1234);
    stallscope_watermark(first, 99);

    std::vector<StampRecord> out;
    EXPECT_EQ(arena->reader(0).drain(out).watermark, 99);
    EXPECT_EQ(arena->reader(1).drain(out).watermark, 1234);
    ASSERT_EQ(out.size(), 2u);
    EXPECT_EQ(out[0].request, 7u);
    EXPECT_EQ(out[0].t[0], 70);
    EXPECT_EQ(out[1].request, 8u);
    stallscope_arena_detach(attached);
}

TEST(CAbi, SaysWhyItCannotAttach) {
    EXPECT_EQ(stallscope_arena_attach(-1), nullptr);
    EXPECT_THAT(stallscope_last_error(), HasSubstr("not open"));
}

TEST(CAbi, RunsAWaitAndReportsItsRealisedSpan) {
    void* wait = stallscope_workload_open(R"({"kind":"wait","ms":2})");
    ASSERT_NE(wait, nullptr) << stallscope_last_error();
    stallscope_span span{};
    const int64_t before = stallscope_now_ns();
    ASSERT_EQ(stallscope_workload_call(wait, 3, &span), 0);
    const int64_t after = stallscope_now_ns();
    EXPECT_LE(before, span.native_enter);
    EXPECT_LE(span.native_enter + 2'000'000, span.native_exit);
    EXPECT_LE(span.native_exit, after);
    EXPECT_EQ(span.status, 0);

    const uint64_t digest = span.digest;
    ASSERT_EQ(stallscope_workload_call(wait, 3, &span), 0);
    EXPECT_EQ(span.digest, digest);
    ASSERT_EQ(stallscope_workload_call(wait, 4, &span), 0);
    EXPECT_NE(span.digest, digest);

    char answer[4096];
    EXPECT_GT(stallscope_workload_answer(wait, answer, sizeof answer), 0u);
    EXPECT_EQ(stallscope_workload_answer(wait, answer, 3), 3u);

    char facts[4096];
    const int64_t length = stallscope_workload_facts(wait, facts, sizeof facts);
    ASSERT_GT(length, 0);
    EXPECT_EQ(static_cast<size_t>(length), std::strlen(facts));
    const auto json = nlohmann::json::parse(facts);
    for (const char* key :
         {"device", "emulated", "device_timer", "driver", "hidden", "layers", "flop", "warm"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(json["emulated"], false);
    EXPECT_EQ(stallscope_workload_facts(wait, facts, 5), -1);
    EXPECT_THAT(stallscope_last_error(), HasSubstr("too small"));

    EXPECT_GE(stallscope_workload_verify(wait, 0), 0);
    stallscope_workload_close(wait);
}

TEST(CAbi, RefusesBrokenSpecsWithASentence) {
    for (const char* spec : {"", "{", "[]", R"({"kind":"dream"})", R"({"kind":"wait","ms":"x"})"}) {
        EXPECT_EQ(stallscope_workload_open(spec), nullptr) << spec;
        EXPECT_GT(std::strlen(stallscope_last_error()), 10u) << spec;
    }
    char buffer[256];
    EXPECT_EQ(stallscope_workload_size(R"({"kind":"wait","ms":1})", buffer, sizeof buffer), -1);
    EXPECT_THAT(stallscope_last_error(), HasSubstr("only a forward"));
}

TEST(CAbi, StampedReadReturnsWhatReadReturned) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    ASSERT_EQ(write(ends[1], "abc", 3), 3);
    char buffer[8] = {};
    int64_t returned = 0;
    const int64_t before = stallscope_now_ns();
    EXPECT_EQ(stallscope_read_stamped(ends[0], buffer, sizeof buffer, &returned), 3);
    EXPECT_LE(before, returned);
    EXPECT_LE(returned, stallscope_now_ns());
    EXPECT_STREQ(buffer, "abc");
    close(ends[1]);
    EXPECT_EQ(stallscope_read_stamped(ends[0], buffer, sizeof buffer, &returned), 0);
    close(ends[0]);
    EXPECT_EQ(stallscope_read_stamped(ends[0], buffer, sizeof buffer, &returned), -EBADF);
}

TEST(CAbi, AStampCostsSomethingAndPublishesNothing) {
    EXPECT_GT(stallscope_stamp_cost_ns(nullptr, 10), 0);
    EXPECT_EQ(stallscope_guard_start(-1), -EBADF);
    EXPECT_EQ(stallscope_abi(), STALLSCOPE_ABI);
}

}  // namespace
}  // namespace stallscope
