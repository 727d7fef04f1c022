// SPDX-License-Identifier: Apache-2.0
#include "record/run_connections.h"

#include <chrono>
#include <future>
#include <thread>

#include "record/run_open.h"
#include "run_file_fixture.h"

namespace stallscope {
namespace {

class RunConnectionsTest : public RunFileTest {
protected:
    /// A run with one visit of so many requests of stream "gpu".
    void write(const std::filesystem::path& path, std::int64_t from, std::int64_t count) const {
        RunWriter writer = created(path);
        const auto visit = writer.begin_visit(example_visit());
        ASSERT_TRUE(visit);
        EXPECT_DONE(writer.add_requests(*visit, "gpu", example_requests(from, count)));
        EXPECT_DONE(writer.end_visit(*visit, {}));
        EXPECT_DONE(writer.close());
    }
    static RunConnections connections(const std::filesystem::path& path) {
        auto database = open_run_database(path, sqlite::Access::read);
        EXPECT_TRUE(database);
        return RunConnections(std::move(*database));
    }
};

TEST_F(RunConnectionsTest, TwoAtOnceAreTwoAndComeBackForTheNext) {
    write(file(), 1, 10);
    RunConnections all = connections(file());
    const void* first = nullptr;
    const void* second = nullptr;
    {
        const auto a = all.borrow();
        const auto b = all.borrow();
        first = a->handle();
        second = b->handle();
        EXPECT_NE(first, second);
        EXPECT_EQ(*a->integer("SELECT count(*) FROM requests", "Counting"), 10);
        EXPECT_EQ(*b->integer("SELECT count(*) FROM requests", "Counting"), 10);
    }
    const void* again = all.borrow()->handle();
    EXPECT_TRUE(again == first || again == second);
}

TEST_F(RunConnectionsTest, AnotherRunOfTheSameNameIsNotReadBesideTheOneThatWasOpened) {
    write(file(), 1, 10);
    write(file("other"), 1, 20);
    RunConnections all = connections(file());
    const void* only = nullptr;
    std::future<const void*> waiting;
    {
        const auto held_one = all.borrow();
        only = held_one->handle();
        std::filesystem::rename(file("other"), file());
        waiting = std::async(std::launch::async,
                             [&] { return static_cast<const void*>(all.borrow()->handle()); });
        EXPECT_EQ(*held_one->integer("SELECT count(*) FROM requests", "Counting"), 10);
    }
    EXPECT_EQ(waiting.get(), only);
}

TEST_F(RunConnectionsTest, AReaderGivesEveryThreadTheSameRows) {
    constexpr std::int64_t count = 20'000;
    write(file(), 1, count);
    const RunReader run = opened(file());
    std::vector<std::future<Result<std::vector<RequestRow>>>> reads;
    for (int i = 0; i < 4; ++i) {
        reads.push_back(std::async(std::launch::async, [&] { return run.requests(1, "gpu"); }));
    }
    for (auto& read : reads) {
        const auto rows = read.get();
        ASSERT_TRUE(rows) << to_text(rows.error());
        ASSERT_EQ(rows->size(), static_cast<std::size_t>(count));
        for (std::int64_t i = 0; i < count; ++i) {
            ASSERT_EQ((*rows)[static_cast<std::size_t>(i)].request, i + 1);
        }
    }
}

TEST_F(RunConnectionsTest, ARowNumberThatCannotBeIsNoReasonForMuchMemory) {
    write(file(), 1, 10);
    // The highest number that a row of this stream can have: room for a thousand million rows.
    ASSERT_EQ(sql_write(file(),
                        "INSERT INTO requests(id, visit, stream, request, answer) "
                        "VALUES ((1 << 42) | (1 << 30) | 1073741823, 1, 1, 11, 0)"),
              "");
    const RunReader run = opened(file());
    const auto rows = run.requests(1, "gpu");
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->size(), 11U);
    EXPECT_LT(rows->capacity(), 1'000'000U);
}

TEST_F(RunConnectionsTest, WhatIsReadEndsWhenItIsStopped) {
    write(file(), 1, 200'000);
    auto reader = opened(file());
    ASSERT_EQ(reader.requests(1, "gpu")->size(), 200'000U);
    auto whole = std::async(std::launch::async, [&] {
        int times = 0;
        while (reader.requests(1, "gpu")) ++times;
        return times;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    reader.stop();
    whole.get();
    const auto rows = reader.requests(1, "gpu");
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().kind, ErrorKind::cancelled);
    EXPECT_EQ(*reader.status(), "partial") << "what takes no time is still answered";
}

}  // namespace
}  // namespace stallscope
