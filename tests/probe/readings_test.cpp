// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "probe/machine_sample.h"
#include "probe/proc_text.h"
#include "probe/process_facts.h"
#include "spinning_child.h"

namespace stallscope {
namespace {

TEST(MachineSample, TellsLoadMemoryAndSwapOnce) {
    std::map<std::string, double> readings;
    for (const Reading& reading : machine_sample()) {
        EXPECT_TRUE(readings.emplace(reading.what, reading.value).second) << reading.what;
        EXPECT_GE(reading.value, 0) << reading.what;
    }
    ASSERT_TRUE(readings.contains("load1"));
    ASSERT_TRUE(readings.contains("mem_available_bytes"));
    EXPECT_GT(readings["mem_available_bytes"], 1e6);
    EXPECT_TRUE(readings.contains("swap_in_pages"));
    EXPECT_TRUE(readings.contains("swap_out_pages"));
}

TEST(ProcessFacts, CountDescriptorsThreadsAndMemory) {
    // A sanitizer starts a thread of its own beside the first one.
    std::thread([] {}).join();
    const ProcessFacts before = process_facts(getpid());
    ASSERT_TRUE(before.descriptors && before.threads && before.rss_bytes);
    const int extra = open("/dev/null", O_RDONLY | O_CLOEXEC);
    std::jthread thread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    const ProcessFacts after = process_facts(getpid());
    EXPECT_EQ(*after.descriptors, *before.descriptors + 1);
    EXPECT_EQ(*after.threads, *before.threads + 1);
    EXPECT_GT(*after.rss_bytes, 100'000);
    if (after.pss_bytes) {
        EXPECT_LE(*after.pss_bytes, 2 * *after.rss_bytes);
    }
    close(extra);
}

TEST(ProcessFacts, OfAProcessThatIsGoneAreEmpty) {
    Child child(sleep_forever);
    const pid_t pid = child.pid();
    child.end();
    const ProcessFacts facts = process_facts(pid);
    EXPECT_FALSE(facts.rss_bytes || facts.pss_bytes || facts.threads || facts.descriptors);
}

TEST(ProcText, ValuesAreReadByTheirKey) {
    const std::string text =
        "MemTotal:       16 kB\nModel name\t: An \"X\" CPU\nEmpty:\npswpin 7\n";
    EXPECT_EQ(value_after(text, "MemTotal:"), "16 kB");
    EXPECT_EQ(value_after(text, "Model name"), "An \"X\" CPU");
    EXPECT_EQ(value_after(text, "Empty:"), "");
    EXPECT_EQ(value_after(text, "pswpin "), "7");
    EXPECT_EQ(value_after(text, "Total"), std::nullopt);
    EXPECT_EQ(leading_number(" 42 kB"), 42);
    EXPECT_EQ(leading_number("-1"), -1);
    EXPECT_EQ(leading_number("max 100"), std::nullopt);
    EXPECT_EQ(leading_number("99999999999999999999"), std::nullopt);
    EXPECT_EQ(leading_number(""), std::nullopt);
}

TEST(ProcText, ANameWithBlanksAndParenthesesDoesNotHideTheParent) {
    const Child child([] {
        const int name = open("/proc/self/comm", O_WRONLY);
        static_cast<void>(!write(name, "a) R 1 (b", 9));
        close(name);
        sleep_forever();
    });
    ASSERT_TRUE(soon([&] {
        return read_kernel_line("/proc/" + std::to_string(child.pid()) + "/comm") == "a) R 1 (b";
    }));
    const auto kinship = kinship_of(child.pid());
    ASSERT_TRUE(kinship);
    EXPECT_EQ(kinship->parent, getpid());
    EXPECT_EQ(kinship->group, getpgrp());
    EXPECT_EQ(kinship->name, "a) R 1 (b");
}

TEST(ProcText, WhatChildrenUsedIsToldOfWhoWaitedForThem) {
    const Child parent([] {
        const Child busy(spin_forever);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        static_cast<void>(kill(busy.pid(), SIGKILL));
        waitpid(busy.pid(), nullptr, 0);
        sleep_forever();
    });
    ASSERT_TRUE(soon([&] {
        const auto kinship = kinship_of(parent.pid());
        return kinship && kinship->waited_ticks > 0;
    }));
}

TEST(ProcText, WhatCannotBeReadIsNone) {
    EXPECT_EQ(read_kernel_file("/proc/nothing here"), std::nullopt);
    EXPECT_EQ(read_kernel_file("/proc"), std::nullopt);  // a folder
    EXPECT_FALSE(kinship_of(-5));
}

}  // namespace
}  // namespace stallscope
