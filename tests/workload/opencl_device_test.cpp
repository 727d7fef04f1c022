// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "opencl_fixture.h"
#include "workload/workload.h"

namespace stallscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using OpenClDevice = OpenClTest;

TEST_F(OpenClDevice, AnUnknownNameListsWhatIsThere) {
    OpenClWorkload spec = small_forward();
    spec.device = "no such accelerator";
    const auto run = open_workload(spec);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().kind, ErrorKind::environment);
    EXPECT_EQ(run.error().where, "/device");
    EXPECT_THAT(run.error().says,
                AllOf(HasSubstr("no such accelerator"), HasSubstr(m_search.devices.front().name),
                      HasSubstr(m_search.devices.front().platform_name)));
}

TEST_F(OpenClDevice, IsFoundByAPartOfItsPlatformsNameInAnyCase) {
    std::string part = m_search.devices.front().platform_name.substr(0, 8);
    for (char& letter : part) letter = static_cast<char>(std::toupper(letter));
    const auto found = opencl::choose_device(m_search, part);
    ASSERT_TRUE(found) << found.error().says;
    EXPECT_EQ(found->name, m_search.devices.front().name);
}

TEST_F(OpenClDevice, ACpuThatPosesAsAGpuSaysSo) {
    opencl::FoundDevice cpu = m_search.devices.front();
    cpu.is_cpu = true;
    cpu.platform_name = "Portable Computing Language";
    EXPECT_EQ(opencl::display_name(cpu), "PoCL CPU core (emulated)");
    cpu.platform_name = "Some Vendor's OpenCL";
    EXPECT_EQ(opencl::display_name(cpu), "Some Vendor's OpenCL CPU core (emulated)");
    cpu.is_cpu = false;
    EXPECT_EQ(opencl::display_name(cpu), cpu.name);
}

TEST_F(OpenClDevice, ABrokenKernelShowsTheCompilersFirstLines) {
    auto opened = opencl::open_device(m_search.api, m_search.devices.front(), 0);
    ASSERT_TRUE(opened) << opened.error().says;
    const auto program =
        opencl::build_source(*opened, "__kernel void f() { undeclared_name = 1; }");
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error().says,
                AllOf(HasSubstr("could not compile"), HasSubstr("undeclared_name")));
}

TEST_F(OpenClDevice, AGroupThatDoesNotFitIsRefused) {
    auto opened = opencl::open_device(m_search.api, m_search.devices.front(), 0);
    ASSERT_TRUE(opened) << opened.error().says;
    opened->found.largest_group = 128;
    const auto built = opencl::build_forward(std::move(*opened), opencl::KernelPath::local_tiles);
    ASSERT_FALSE(built);
    EXPECT_THAT(built.error().says, HasSubstr("128 work-items"));
}

[[noreturn]] void print_opening(int unit) {
    OpenClWorkload spec = small_forward();
    spec.unit = unit;
    const auto run = open_workload(spec);
    if (run) {
        std::fprintf(stderr, "digest %016lx on %s\n",
                     static_cast<unsigned long>((*run)->call(1)->digest),
                     (*run)->facts().device.c_str());
    } else {
        std::fprintf(stderr, "%s [%s] %s\n", run.error().says.c_str(), run.error().where.c_str(),
                     run.error().hint.c_str());
    }
    std::_Exit(run ? 0 : 1);
}

using OpenClLoader = PoclInAChild;
using OpenClUnits = PoclInAChild;

TEST_F(OpenClLoader, WithoutAPlatformNamesTheDriversPackage) {
    EXPECT_EXIT(
        {
            setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
            print_opening(0);
        },
        testing::ExitedWithCode(1), "knows no platform .*1001.*pocl-opencl-icd");
}

/// Both units of a device with two at once, each from a thread of its own.
[[noreturn]] void call_two_units() {
    setenv("POCL_MAX_PTHREAD_COUNT", "2", 1);
    std::vector<std::unique_ptr<WorkloadRun>> runs;
    for (int unit = 0; unit < 2; ++unit) {
        OpenClWorkload spec = small_forward();
        spec.unit = unit;
        auto run = open_workload(spec);
        if (!run) {
            std::fprintf(stderr, "unit %d: %s\n", unit, run.error().says.c_str());
            std::_Exit(2);
        }
        runs.push_back(std::move(*run));
    }
    std::vector<std::vector<std::uint64_t>> digests(2);
    std::vector<std::thread> threads;
    for (std::size_t unit = 0; unit < 2; ++unit) {
        threads.emplace_back([&, unit] {
            for (std::uint64_t i = 0; i < 50; ++i) {
                const auto span = runs[unit]->call(i % 4);
                digests[unit].push_back(span ? span->digest : 0);
            }
        });
    }
    for (auto& thread : threads) thread.join();
    const bool agree = digests[0] == digests[1] && digests[0][0] != 0;
    std::fprintf(stderr, "both units %s\n", agree ? "agree" : "differ");
    std::_Exit(agree ? 0 : 3);
}

TEST_F(OpenClUnits, TwoInOneProcessGiveTheSameAnswers) {
    EXPECT_EXIT(call_two_units(), testing::ExitedWithCode(0), "both units agree");
}

TEST_F(OpenClUnits, OneThatDoesNotExistIsAnError) {
    EXPECT_EXIT(
        {
            setenv("POCL_MAX_PTHREAD_COUNT", "2", 1);
            print_opening(2);
        },
        testing::ExitedWithCode(1), "has 2 compute units ./unit.");
}

TEST_F(OpenClUnits, ADeviceOfOneUnitIsUsedWholeWhateverTheUnit) {
    EXPECT_EXIT(
        {
            setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
            print_opening(1);
        },
        testing::ExitedWithCode(0), "digest");
}

TEST_F(OpenClUnits, AllCoresOfThisMachineCanBeSplit) {
    EXPECT_EXIT(
        {
            unsetenv("POCL_MAX_PTHREAD_COUNT");
            print_opening(0);
        },
        testing::ExitedWithCode(0), "digest");
}

}  // namespace
}  // namespace stallscope
