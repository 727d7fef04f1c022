// SPDX-License-Identifier: Apache-2.0
#include "batch/cpu_count.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#ifdef __linux__
#include <sched.h>
#endif

namespace stallscope {
namespace {

// A kernel's folders of our own.
class CpuCount : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "cpu-count-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
        m_files = {(m_folder / "cgroup").string(), (m_folder / "mountinfo").string(),
                   (m_folder / "root").string()};
        m_bound = count_cpus(m_files);  // nothing is there: no limit
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    void write(const std::string& name, const std::string& text) {
        const auto file = m_folder / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    int capped(int cpus) const { return std::min(cpus, m_bound); }

    std::filesystem::path m_folder;
    ControlGroupFiles m_files;
    int m_bound = 0;
};

TEST_F(CpuCount, WithoutAControlGroupIsTheAffinity) {
    EXPECT_GE(m_bound, 1);
#ifdef __linux__
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    EXPECT_EQ(m_bound, CPU_COUNT(&before));
    int first = 0;
    while (!CPU_ISSET(first, &before)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(count_cpus(m_files), 1);
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
#endif
}

TEST_F(CpuCount, Version2TakesTheTightestOfTheGroupsAbove) {
    write("cgroup", "0::/a/b\n");
    write("root/a/b/cpu.max", "max 100000\n");
    EXPECT_EQ(count_cpus(m_files), m_bound);
    write("root/a/cpu.max", "150000 100000\n");
    EXPECT_EQ(count_cpus(m_files), 1);  // rounded down
    write("root/a/cpu.max", "200000 100000\n");
    EXPECT_EQ(count_cpus(m_files), capped(2));
    write("root/cpu.max", "50000 100000\n");
    EXPECT_EQ(count_cpus(m_files), 1);  // never none
    write("root/cpu.max", "garbage");
    EXPECT_EQ(count_cpus(m_files), capped(2));
}

TEST_F(CpuCount, Version1IsFoundThroughItsMount) {
    const std::string point = (m_folder / "v1").string();
    write("cgroup", "5:memory:/m\n4:cpu,cpuacct:/docker/x\n0::/\n");
    write("mountinfo",
          "30 25 0:26 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
          "31 25 0:27 /docker/x " +
              point + " rw,nosuid shared:9 - cgroup cgroup rw,cpu,cpuacct\n");
    EXPECT_EQ(count_cpus(m_files), m_bound);
    write("v1/cpu.cfs_quota_us", "100000\n");
    write("v1/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(count_cpus(m_files), 1);
    write("v1/cpu.cfs_quota_us", "-1\n");
    EXPECT_EQ(count_cpus(m_files), m_bound);
    write("v1/cpu.cfs_quota_us", "100000\n");
    write("v1/cpu.cfs_period_us", "0\n");
    EXPECT_EQ(count_cpus(m_files), m_bound);
}

TEST_F(CpuCount, Version1IsFoundInItsUsualPlaces) {
    write("cgroup", "4:cpu,cpuacct:/box\n");
    write("root/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    write("root/cpu,cpuacct/box/cpu.cfs_quota_us", "100000\n");
    write("root/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(count_cpus(m_files), 1);
}

TEST_F(CpuCount, IsReadAnewAtEveryCall) {
    write("cgroup", "0::/\n");
    write("root/cpu.max", "100000 100000\n");
    EXPECT_EQ(count_cpus(m_files), 1);
    write("root/cpu.max", "max 100000\n");
    EXPECT_EQ(count_cpus(m_files), m_bound);
}

}  // namespace
}  // namespace stallscope
