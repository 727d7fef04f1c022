// SPDX-License-Identifier: Apache-2.0
#include "host/host_commands.h"

#include <gmock/gmock.h>

namespace stallscope::protocol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
T command(const std::string& line) {
    auto read = parse_command(line);
    EXPECT_TRUE(read) << line << (read ? "" : to_text(read.error()));
    return read && std::holds_alternative<T>(*read) ? std::get<T>(std::move(*read)) : T{};
}

template <class T>
T event(const std::string& line) {
    EXPECT_EQ(line.back(), '\n');
    auto read = parse_event(std::string_view(line).substr(0, line.size() - 1));
    EXPECT_TRUE(read) << line << (read ? "" : to_text(read.error()));
    return read && std::holds_alternative<T>(*read) ? std::get<T>(std::move(*read)) : T{};
}

TEST(HostCommands, AHostHearsWhatTheEngineSays) {
    Open open;
    MailWorkload mail;
    mail.mails.made = "large";
    mail.threads = 3;
    Stream stream;
    stream.workload = mail;
    stream.inputs.seeds = 2;
    stream.load = ClosedLoad{1, 0.25};
    open.streams.emplace("batch", OpenStream{stream, {0xdeadbeef, 7}});
    open.lanes = {{0, "batch", Role::client, 0}, {1, "batch", Role::dispatcher, 0}};
    const auto heard = command<OpenCommand>(open_line(open));
    const StreamToOpen& batch = heard.streams.at("batch");
    EXPECT_EQ(std::get<MailWorkload>(batch.workload), mail);
    EXPECT_EQ(batch.seeds, 2);
    EXPECT_EQ(batch.think_ms, 0.25);
    EXPECT_THAT(batch.references, ElementsAre(0xdeadbeef, 7));
    EXPECT_EQ(heard.lanes, open.lanes);

    EXPECT_THAT(command<VisitCommand>(visit_line({"batch"})).streams, ElementsAre("batch"));
    EXPECT_EQ(command<AnswersCommand>(answers_line("batch", 20)).seeds, 20);
    EXPECT_EQ(command<CallsCommand>(calls_line("batch", 100)).calls, 100);
    EXPECT_EQ(command<VerifyCommand>(verify_line("batch")).stream, "batch");
    EXPECT_TRUE(std::holds_alternative<ClockCommand>(*parse_command(clock_line())));
    EXPECT_TRUE(std::holds_alternative<CloseCommand>(*parse_command(close_line())));
}

TEST(HostCommands, TheEngineHearsWhatAHostSays) {
    EXPECT_EQ(event<Hello>(hello_line({1, 42, "0.1.0", "/x", "native", false})).pid, 42);
    StreamFacts facts;
    facts.device = "mimetic";
    facts.device_timer = "none";
    facts.work = R"({"messages":16})";
    const auto ready = event<Ready>(ready_line({{"batch", facts}}, 1));
    EXPECT_EQ(ready.facts.at("batch").work, facts.work);
    VisitDone done{{{"batch", 9}}, {}, {{"batch", {{"threads_started", 72}}}}};
    const auto heard = event<VisitDone>(visit_done_line(done));
    EXPECT_EQ(heard.requests, done.requests);
    EXPECT_EQ(heard.counters, done.counters);
    EXPECT_THAT(event<Answers>(digests_line("batch", {1, ~0ull})).digests, ElementsAre(1, ~0ull));
    EXPECT_THAT(event<Calls>(lengths_line("batch", {5})).lengths_ns, ElementsAre(5));
    EXPECT_FALSE(event<Verified>(not_verified_line("batch")).max_error);
    EXPECT_EQ(event<Clock>(clock_reading_line({12, {}, 1, 20, 0, 60})).now_ns, 12);
    EXPECT_EQ(event<Fault>(fault_line({"stream a", "call", "it broke", "here"})).says, "it broke");
    event<Done>(done_line());
}

TEST(HostCommands, WhatIsNoCommandIsRefused) {
    for (const char* line : {"", "7", "[]", "{}", R"({"cmd":"dance"})", R"({"cmd":"visit"})",
                             R"({"cmd":"open","streams":{"a":{}},"lanes":[]})",
                             R"({"cmd":"answers","stream":"a","seeds":"x"})", "{\"cmd\":"}) {
        const auto read = parse_command(line);
        ASSERT_FALSE(read) << line;
        EXPECT_FALSE(read.error().says.empty());
    }
}

}  // namespace
}  // namespace stallscope::protocol
