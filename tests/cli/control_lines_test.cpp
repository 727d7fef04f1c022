// SPDX-License-Identifier: Apache-2.0
#include "cli/control_lines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <vector>

namespace stallscope::cli {
namespace {

TEST(ControlLine, TheThreeCommandsAreUnderstood) {
    EXPECT_EQ(*parse_control_line(R"({"cmd":"pause"})"), Command::pause);
    EXPECT_EQ(*parse_control_line(R"( {"cmd" : "resume", "more": 1} )"), Command::resume);
    EXPECT_EQ(*parse_control_line("{\"cmd\":\"cancel\"}\r"), Command::cancel);
}

TEST(ControlLine, EverythingElseIsAComplaintThatShowsTheWay) {
    for (const std::string line : {"", "pause", "{}", R"({"cmd":1})", R"({"cmd":"stop"})", "[1]",
                                   "\xff", "{\"cmd\":\"pause\"}{\"cmd\":\"pause\"}"}) {
        const auto command = parse_control_line(line);
        ASSERT_FALSE(command) << line;
        EXPECT_EQ(command.error().kind, ErrorKind::usage);
        EXPECT_NE(command.error().hint.find(R"({"cmd":"pause"})"), std::string::npos);
    }
    EXPECT_FALSE(parse_control_line(std::string(4000, '[')));
}

/// A reader on a pipe, and what it complained about.
class Controlled : public ::testing::Test {
protected:
    void SetUp() override {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        m_read = FileDescriptor(ends[0]);
        m_write = FileDescriptor(ends[1]);
        m_reader = std::make_unique<ControlReader>(m_read.get(), m_control,
                                                   [this](const std::string& line) {
                                                       const std::lock_guard turn(m_turn);
                                                       m_complaints.push_back(line);
                                                   });
    }
    void send(const std::string& text) {
        ASSERT_EQ(::write(m_write.get(), text.data(), text.size()),
                  static_cast<ssize_t>(text.size()));
    }
    /// Whether it comes true; the limit is only there so that a failure ends.
    template <class Condition>
    static bool comes_true(Condition condition) {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!condition() && std::chrono::steady_clock::now() < limit) ::usleep(1000);
        return condition();
    }
    std::size_t complaints() {
        const std::lock_guard turn(m_turn);
        return m_complaints.size();
    }

    FileDescriptor m_read, m_write;
    Control m_control;
    std::mutex m_turn;
    std::vector<std::string> m_complaints;
    std::unique_ptr<ControlReader> m_reader;
};

TEST_F(Controlled, LinesSplitAnywhereAreObeyed) {
    send("{\"cmd\":\"pa");
    send("use\"}\n");
    EXPECT_TRUE(comes_true([&] { return m_control.pause.load(); }));
    send("\n{\"cmd\":\"resume\"}\n");
    EXPECT_TRUE(comes_true([&] { return !m_control.pause.load(); }));
    EXPECT_FALSE(m_control.cancel);
    send("{\"cmd\":\"cancel\"}\n");
    EXPECT_TRUE(comes_true([&] { return m_control.cancel.load(); }));
    EXPECT_EQ(complaints(), 0U);
}

TEST_F(Controlled, TheEndOfInputCancels) {
    m_write.reset();
    EXPECT_TRUE(comes_true([&] { return m_control.cancel.load(); }));
}

TEST_F(Controlled, GarbageIsComplainedAboutAndDoesNotStopTheReading) {
    send("what?\n" + std::string(10000, 'x') + "\n{\"cmd\":\"pause\"}\n");
    EXPECT_TRUE(comes_true([&] { return m_control.pause.load(); }));
    EXPECT_EQ(complaints(), 2U);
    EXPECT_FALSE(m_control.cancel);
}

TEST_F(Controlled, EndingTheReaderDoesNotWaitForInputAndCancelsNothing) {
    m_reader.reset();
    EXPECT_FALSE(m_control.cancel);
}

}  // namespace
}  // namespace stallscope::cli
