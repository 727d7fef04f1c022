// SPDX-License-Identifier: Apache-2.0
#include "batch/parse_many.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace stallscope {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

// Says who parsed what; a message "bad" gets an error, "throw" an exception, and a "meeting" goes
// on when as many are being parsed at the same time as the parser was told.
class RecordingParser : public MailParser {
public:
    explicit RecordingParser(int meeting = 0) : m_meeting(meeting) {}
    std::string_view name() const override { return "recording"; }
    Slot parse(std::string_view message, const ParseOptions&) const override {
        {
            const std::lock_guard lock(m_mutex);
            m_threads.insert(std::this_thread::get_id());
            ++m_calls;
        }
        if (message == "meeting") meet();
        if (message == "throw") throw std::runtime_error("no such luck");
        if (message.starts_with("bad")) {
            return tl::unexpected(ParseError{ParseError::Kind::parser, std::string(message)});
        }
        ParsedMail mail;
        mail.subject = message;
        return mail;
    }
    std::set<std::thread::id> threads() const { return m_threads; }
    int calls() const { return m_calls; }

private:
    void meet() const {
        std::unique_lock lock(m_mutex);
        if (++m_present == m_meeting) m_all_present.notify_all();
        m_all_present.wait_for(lock, std::chrono::seconds(60),
                               [this] { return m_present >= m_meeting; });
    }
    const int m_meeting;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_all_present;
    mutable int m_present = 0;
    mutable std::set<std::thread::id> m_threads;
    mutable int m_calls = 0;
};

struct Messages {
    std::vector<std::string> texts;
    std::vector<std::string_view> views() const { return {texts.begin(), texts.end()}; }
};

Messages numbered(int count, std::size_t bytes) {
    Messages messages;
    for (int i = 0; i < count; ++i) {
        std::string text = std::to_string(i) + " ";
        text.resize(std::max(bytes, text.size()), 'x');
        messages.texts.push_back(std::move(text));
    }
    return messages;
}

std::vector<BatchPolicy> every_policy() {
    std::vector<BatchPolicy> policies;
    for (const auto cap : {WorkerCap::count, WorkerCap::bytes, WorkerCap::cost}) {
        for (const auto caller : {CallerRole::joins, CallerRole::works}) {
            for (const auto probe : {CpuProbe::per_call, CpuProbe::cached}) {
                for (const auto claiming : {Claiming::single, Claiming::guided}) {
                    for (const auto threads : {WorkerThreads::spawned, WorkerThreads::pool}) {
                        BatchPolicy policy;
                        policy.cap = cap;
                        policy.caller = caller;
                        policy.probe = probe;
                        policy.claiming = claiming;
                        policy.threads = threads;
                        policies.push_back(policy);
                    }
                }
            }
        }
    }
    return policies;
}

TEST(ParseMany, SlotsComeInInputOrderWhateverThePolicy) {
    const RecordingParser parser;
    const Messages cases[] = {{},
                              {{""}},
                              {{"one"}},
                              {{"a", "bad b", "", "c"}},
                              numbered(16, 800),
                              numbered(100, 5000),
                              numbered(3, 200'000)};
    for (const Messages& messages : cases) {
        const auto views = messages.views();
        for (const BatchPolicy& policy : every_policy()) {
            BatchScheduler scheduler(policy);
            for (const std::optional<int> threads :
                 {std::optional<int>(), std::optional(1), std::optional(2), std::optional(7)}) {
                BatchOptions options;
                options.threads = threads;
                if (!threads) options.assumed_cpus = 4;
                const auto result = scheduler.parse_many(views, parser, options);
                ASSERT_TRUE(result) << to_text(result.error());
                ASSERT_THAT(result->slots, SizeIs(views.size()));
                for (std::size_t i = 0; i < views.size(); ++i) {
                    const Slot& slot = result->slots[i];
                    ASSERT_EQ(slot.has_value(), !views[i].starts_with("bad"));
                    ASSERT_EQ(slot ? slot->subject : slot.error().says, views[i]);
                }
                EXPECT_GE(result->workers, 1);
                EXPECT_LE(result->workers, threads.value_or(4));
                EXPECT_LE(result->workers, std::max<int>(1, static_cast<int>(views.size())));
            }
        }
    }
}

TEST(ParseMany, ThreadsAreAnUpperBoundThatMayExceedTheCpus) {
    const RecordingParser parser(8);
    Messages messages;
    messages.texts.assign(8, "meeting");  // so that each thread gets one
    BatchScheduler scheduler(policy_before());
    BatchOptions options;
    options.threads = 8;
    const auto result = scheduler.parse_many(messages.views(), parser, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->workers, 8);
    EXPECT_EQ(result->threads_started, 8);
    EXPECT_EQ(result->cpus, 0) << "with threads nobody counts";
    EXPECT_THAT(parser.threads(), SizeIs(8));
    EXPECT_EQ(parser.threads().count(std::this_thread::get_id()), 0U);
}

TEST(ParseMany, ACallerThatWorksIsOneOfTheWorkers) {
    const RecordingParser parser(4);
    Messages messages;
    messages.texts.assign(4, "meeting");
    BatchPolicy policy = policy_before();
    policy.caller = CallerRole::works;
    BatchScheduler scheduler(policy);
    BatchOptions options;
    options.threads = 4;
    const auto result = scheduler.parse_many(messages.views(), parser, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->workers, 4);
    EXPECT_EQ(result->threads_started, 3);
    EXPECT_EQ(parser.threads().count(std::this_thread::get_id()), 1U);
}

TEST(ParseMany, ABatchForOneWorkerStartsNoThread) {
    const RecordingParser parser;
    const Messages messages = numbered(16, 800);
    for (const BatchPolicy& policy : every_policy()) {
        BatchScheduler scheduler(policy);
        BatchOptions options;
        options.threads = 1;
        const auto result = scheduler.parse_many(messages.views(), parser, options);
        ASSERT_TRUE(result);
        EXPECT_EQ(result->threads_started, 0);
    }
    EXPECT_EQ(parser.threads(), std::set{std::this_thread::get_id()});
}

TEST(ParseMany, APoolStartsItsThreadsOnceAndGrows) {
    const RecordingParser parser;
    const Messages messages = numbered(64, 10'000);
    BatchPolicy policy;
    policy.threads = WorkerThreads::pool;
    BatchScheduler scheduler(policy);
    struct Call {
        int threads;
        int starts;
    };
    for (const Call call : {Call{3, 2}, {3, 0}, {2, 0}, {6, 3}, {1, 0}, {6, 0}}) {
        BatchOptions options;
        options.threads = call.threads;
        const auto result = scheduler.parse_many(messages.views(), parser, options);
        ASSERT_TRUE(result);
        EXPECT_EQ(result->workers, call.threads);
        EXPECT_EQ(result->threads_started, call.starts);
    }
}

TEST(ParseMany, AWorkerThatThrowsFailsTheBatchAfterTheOthersEnded) {
    for (const BatchPolicy& policy : every_policy()) {
        const RecordingParser parser;
        Messages messages = numbered(40, 20'000);
        messages.texts[20] = "throw";
        BatchScheduler scheduler(policy);
        BatchOptions options;
        options.threads = 4;
        auto result = scheduler.parse_many(messages.views(), parser, options);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, ErrorKind::measurement);
        EXPECT_THAT(result.error().says, HasSubstr("no such luck"));
        const int calls = parser.calls();
        messages.texts[20] = "fine";  // and the scheduler can be used again
        result = scheduler.parse_many(messages.views(), parser, options);
        ASSERT_TRUE(result);
        EXPECT_EQ(parser.calls(), calls + 40);
    }
}

TEST(ParseMany, RaiseOnErrorGivesTheFirstBadSlotInInputOrder) {
    const RecordingParser parser;
    Messages messages = numbered(30, 20'000);
    messages.texts[7] = "bad first";
    messages.texts[3].insert(0, "0");
    messages.texts[25] = "bad second";
    for (const BatchPolicy& policy : every_policy()) {
        BatchScheduler scheduler(policy);
        BatchOptions options;
        options.threads = 3;
        options.raise_on_error = true;
        const auto result = scheduler.parse_many(messages.views(), parser, options);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().says, "bad first");
        EXPECT_EQ(result.error().where, "message 7");
    }
}

TEST(ParseMany, CpusAreCountedOnlyWithoutThreads) {
    const RecordingParser parser;
    const Messages messages = numbered(50, 50'000);
    for (const auto probe : {CpuProbe::per_call, CpuProbe::cached}) {
        BatchPolicy policy;
        policy.probe = probe;
        BatchScheduler scheduler(policy);
        for (int call = 0; call < 2; ++call) {
            const auto found = scheduler.parse_many(messages.views(), parser, {});
            ASSERT_TRUE(found);
            EXPECT_GE(found->cpus, 1);
            EXPECT_LE(found->workers, found->cpus);
        }
        BatchOptions options;
        options.assumed_cpus = 8;
        const auto assumed = scheduler.parse_many(messages.views(), parser, options);
        ASSERT_TRUE(assumed);
        EXPECT_EQ(assumed->cpus, 8);
        EXPECT_EQ(assumed->workers, 8);
    }
}

}  // namespace
}  // namespace stallscope
