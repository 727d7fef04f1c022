// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_signals.h"

#include <gtest/gtest.h>

#include "analysis/detector_growth.h"

namespace stallscope {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr double mib = 1024 * 1024;

TEST(VisitSignals, TakeTheFirstAndTheLastReadingWhateverTheOrderOfTheRows) {
    const std::vector<SampleRow> rows{{20 * second, "rss_bytes/host", 130},
                                      {0, "rss_bytes/host", 100},
                                      {10 * second, "rss_bytes/host", 150},
                                      {0, "rss_bytes/worker gpu", 7},
                                      {0, "descriptors/host", 10},
                                      {20 * second, "descriptors/host", 12},
                                      {0, "threads/host", 4},
                                      {0, "pressure_cpu_us", 1000},
                                      {20 * second, "pressure_cpu_us", 1400},
                                      {0, "throttled_us", 5},
                                      {20 * second, "throttled_us", 5},
                                      {0, "swap_in_pages", 3},
                                      {20 * second, "swap_in_pages", 9},
                                      {0, "cpu_khz/0", 3e6},
                                      {0, "cpu_khz/1", 2e6},
                                      {0, "load1", 0.5}};
    const VisitSignals signals = signals_of(rows);
    ASSERT_EQ(signals.rss_bytes.size(), 2U);
    const Ends& host = signals.rss_bytes.at("host");
    EXPECT_EQ(host.start, 100);
    EXPECT_EQ(host.end, 130);
    EXPECT_EQ(host.growth(), 30);
    EXPECT_DOUBLE_EQ(host.minutes(), 1.0 / 3);
    EXPECT_EQ(signals.rss_bytes.at("worker gpu").growth(), 0);
    EXPECT_EQ(signals.descriptors.at("host").growth(), 2);
    EXPECT_EQ(signals.threads.at("host").end, 4);
    ASSERT_EQ(signals.pressure_us.size(), 1U);
    EXPECT_EQ(signals.pressure_us.at("cpu").growth(), 400);
    EXPECT_EQ(signals.throttled_us->growth(), 0);
    EXPECT_EQ(signals.swap_in_pages->growth(), 6);
    EXPECT_FALSE(signals.swap_out_pages);
    EXPECT_EQ(signals.khz_min, 2e6);
    EXPECT_EQ(signals.khz_max, 3e6);
    EXPECT_EQ(signals.khz_mean, 2.5e6);
}

TEST(VisitSignals, AreEmptyWhereNothingWasRead) {
    const VisitSignals signals = signals_of({});
    EXPECT_TRUE(signals.rss_bytes.empty());
    EXPECT_FALSE(signals.throttled_us);
    EXPECT_FALSE(signals.khz_mean);
}

/// A visit whose host grows from `start` by `growth` bytes in `minutes`.
SignalledVisit visit(const char* cell, double start, double growth, double minutes) {
    SignalledVisit signalled{cell, "both", 0, 0, minutes * 60, {}};
    const auto end_ns = static_cast<std::int64_t>(minutes * 60 * second);
    signalled.signals.rss_bytes["host"] = {start, start + growth, 0, end_ns};
    return signalled;
}

struct Growth {
    const char* what;
    std::vector<double> growths_mib;
    double start_mib, minutes;
    std::size_t findings;
};

TEST(MemoryGrowth, NeedsTwoThirdsOfTheVisitsAndTheLargerOfItsLimits) {
    const Growth table[] = {
        {"all", {17, 17, 17}, 100, 1, 1},
        {"two of three", {17, 0, 17}, 100, 1, 1},
        {"one of two", {17, 0}, 100, 1, 0},
        {"one visit", {900}, 100, 1, 0},
        {"below 16 MiB", {15, 15, 15}, 100, 1, 0},
        {"below 1 % a minute", {30, 30, 30}, 1000, 4, 0},
        {"above 1 % a minute", {50, 50, 50}, 1000, 4, 1},
        {"falling", {-50, -50, -50}, 100, 1, 0},
    };
    for (const Growth& row : table) {
        std::vector<SignalledVisit> visits;
        for (const double growth : row.growths_mib) {
            visits.push_back(visit("A", row.start_mib * mib, growth * mib, row.minutes));
        }
        const auto found = look_for_growth(visits);
        ASSERT_EQ(found.size(), row.findings) << row.what;
        if (!found.empty()) {
            EXPECT_EQ(found.front().id, "memory-growth");
            EXPECT_EQ(found.front().cell, "A");
            EXPECT_NE(found.front().says.find("MiB"), std::string::npos);
        }
    }
}

TEST(Frequency, IsComparedBetweenCells) {
    std::vector<SignalledVisit> visits{visit("A", 1, 0, 1), visit("B", 1, 0, 1)};
    EXPECT_TRUE(look_for_frequency(visits).empty());  // nothing was read
    visits[0].signals.khz_mean = 3.0e6;
    visits[1].signals.khz_mean = 2.75e6;
    EXPECT_TRUE(look_for_frequency(visits).empty());  // 9 %
    visits[1].signals.khz_mean = 2.7e6;
    const auto found = look_for_frequency(visits);
    ASSERT_EQ(found.size(), 1U);  // 11 %
    EXPECT_EQ(found.front().cell, "B");
    EXPECT_EQ(found.front().severity, "note");
}

TEST(VisitSignals, ProcessesOfARoleAreAddedUpAndTheirNumbersDropped) {
    const std::vector<SampleRow> rows{
        {0, "rss_bytes/10-host", 100},      {0, "rss_bytes/11-worker-gpu", 50},
        {5, "rss_bytes/12-worker-gpu", 40}, {9, "rss_bytes/10-host", 130},
        {9, "rss_bytes/11-worker-gpu", 51}, {9, "rss_bytes/12-worker-gpu", 42}};
    const VisitSignals signals = signals_of(rows);
    ASSERT_EQ(signals.rss_bytes.size(), 2U);
    EXPECT_EQ(signals.rss_bytes.at("host").growth(), 30);
    EXPECT_EQ(signals.rss_bytes.at("worker-gpu").growth(), 3)
        << "the one that came later has grown by 2, not by its size";
}

}  // namespace
}  // namespace stallscope
