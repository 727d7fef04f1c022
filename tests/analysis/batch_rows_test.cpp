// SPDX-License-Identifier: Apache-2.0
#include "analysis/batch_rows.h"

#include <gtest/gtest.h>

#include "analysis/results.h"
#include "synthetic_run.h"

namespace stallscope {
namespace {

using by_hand::must;

constexpr std::int64_t us = 1000;

constexpr const char* text = R"({"stallscope":1,"name":"b","question":"?","kind":"batch",
  "batch":{"threads":8},
  "cells":[{"id":"one","batch":{"threads":1}},{"id":"before","batch":{"cap":"count"}},
           {"id":"other","batch":{"mails":"large"}}],
  "windows":{"seconds":1,"settle":0,"lead":0,"warm_up":0.1,"guard":0,"parts":2},
  "cycles":2,"order":"interleaved"})";

std::string facts(int threads_started) {
    return R"({"devices":{"batch":{"device":"mimetic","emulated":false,"device_timer":"none",
        "work":"{\"version\":\"0.9.8\",\"messages\":16,\"bytes\":12800,\"sha256\":\"abc\"}"}},
        "counters":{"batch":{"threads_started":)" +
           std::to_string(threads_started) +
           R"(,"most_workers":8,"voluntary_switches":30,"involuntary_switches":12}}})";
}

/// `n` calls, a millisecond apart, the first one in the warm-up; call i takes least + i µs.
std::vector<RequestRow> calls(int n, std::int64_t least_ns) {
    std::vector<RequestRow> rows;
    for (int i = 0; i < n; ++i) {
        RequestRow row;
        row.request = i + 1;
        row.seed = 0;
        row.lane = 0;
        row.arrival = (i - 1) * 1000 * us;
        row.submit = row.arrival + 5 * us;  // waiting is no part of the call
        row.response = row.submit + least_ns + i * us;
        rows.push_back(row);
    }
    return rows;
}

class BatchRows : public ::testing::Test {
protected:
    void SetUp() override {
        const Experiment plan = by_hand::experiment(text);
        RunWriter writer = by_hand::new_run(m_path, plan);
        for (const ScheduledVisit& scheduled : schedule_of(plan)) {
            const auto id = must(writer.begin_visit(by_hand::visit_row(scheduled)));
            must(writer.set_origin(id, std::int64_t{1'000'000'000} * (scheduled.index + 1)));
            const std::int64_t least = scheduled.cell == "one"      ? 60 * us
                                       : scheduled.cell == "before" ? 300 * us
                                                                    : 4000 * us;
            // The second cycle is slower by 20 µs.
            must(writer.add_requests(id, "batch", calls(21, least + scheduled.cycle * 20 * us)));
            VisitEnd end = by_hand::visit_end();
            end.facts = facts(scheduled.cell == "before" ? 21 * 8 : 0);
            must(writer.end_visit(id, end));
        }
        must(writer.set_status("complete"));
        must(writer.close());
        auto reader = must(RunReader::open(m_path));
        m_rows = must(analyse(reader)).batch_rows;
    }

    by_hand::TemporaryFolder m_folder;
    std::filesystem::path m_path = m_folder.path() / "batch.stallscope";
    std::vector<BatchRow> m_rows;
};

TEST_F(BatchRows, HoldTheFiguresOfEachCell) {
    ASSERT_EQ(m_rows.size(), 3u);
    const BatchRow& one = m_rows[0];
    EXPECT_EQ(one.cell, "one");
    EXPECT_EQ(one.visits, 2);
    EXPECT_EQ(one.calls, 40);  // the first call of each visit came before its window
    // Least calls of the visits: 61 and 81 µs.
    EXPECT_DOUBLE_EQ(one.least_ms.value(), 0.071);
    // 61 … 80 and 81 … 100 µs together.
    EXPECT_DOUBLE_EQ(one.p50_ms.value(), 0.0805);
    EXPECT_DOUBLE_EQ(one.quiet_p50_ms.value(), 0.0705) << "that of the first visit";
    EXPECT_FALSE(one.p99_ms) << "40 calls have no P99";
    EXPECT_EQ(one.messages, 16);
    EXPECT_EQ(one.bytes, 12800);
    EXPECT_EQ(one.parser_version, "0.9.8");
    EXPECT_EQ(one.sha256, "abc");
    EXPECT_DOUBLE_EQ(one.bytes_per_s.value(), 12800 / 80.5e-6);
}

TEST_F(BatchRows, CountWhatACallStarts) {
    EXPECT_DOUBLE_EQ(m_rows[0].threads_per_call.value(), 0);
    EXPECT_DOUBLE_EQ(m_rows[1].threads_per_call.value(), 8);
    EXPECT_DOUBLE_EQ(m_rows[1].switches_per_call.value(), 42.0 / 21);
    EXPECT_EQ(m_rows[1].most_workers, 8);
}

TEST_F(BatchRows, AreComparedWithOneThreadOfTheSameWork) {
    EXPECT_TRUE(m_rows[0].one_thread.empty());
    EXPECT_FALSE(m_rows[0].to_one_thread);
    EXPECT_EQ(m_rows[1].one_thread, "one");
    EXPECT_NEAR(m_rows[1].to_one_thread.value(), 0.311 / 0.071, 1e-12);
    EXPECT_FALSE(m_rows[2].to_one_thread) << "no cell parses the large batch on one thread";
}

}  // namespace
}  // namespace stallscope
