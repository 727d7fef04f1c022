// SPDX-License-Identifier: Apache-2.0
#include "workload/opencl_forward.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <set>

#include "opencl_fixture.h"
#include "workload/digest.h"
#include "workload/forward_reference.h"

namespace stallscope {
namespace {

using opencl::KernelPath;
using testing::HasSubstr;

struct PathCase {
    const char* name;
    KernelPath path;
    ForwardShape shape;
};

class ForwardOnBothPaths : public OpenClTest, public testing::WithParamInterface<PathCase> {};

TEST_P(ForwardOnBothPaths, AgreesWithTheDoublePrecisionReference) {
    const auto run = forward(GetParam().path, GetParam().shape);
    ASSERT_TRUE(run);
    const auto error = run->verify(11);
    ASSERT_TRUE(error) << error.error().says;
    EXPECT_LE(*error, 1e-5);
    EXPECT_GT(*error, 0);  // single precision cannot be exact
}

TEST_P(ForwardOnBothPaths, GivesTheSameBitsFromCallToCall) {
    const auto run = forward(GetParam().path, GetParam().shape);
    ASSERT_TRUE(run);
    std::vector<std::uint64_t> first;
    for (std::uint64_t seed = 0; seed < 8; ++seed) first.push_back(run->call(seed)->digest);
    EXPECT_EQ(std::set<std::uint64_t>(first.begin(), first.end()).size(), 8U);
    for (std::uint64_t seed = 0; seed < 8; ++seed) EXPECT_EQ(run->call(seed)->digest, first[seed]);
    const auto other = forward(GetParam().path, GetParam().shape);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->call(5)->digest, first[5]);
}

INSTANTIATE_TEST_SUITE_P(
    Paths, ForwardOnBothPaths,
    testing::Values(PathCase{"registers", KernelPath::register_blocks, {128, 128, 2}},
                    PathCase{"registers_odd", KernelPath::register_blocks, {48, 192, 3}},
                    PathCase{"tiles", KernelPath::local_tiles, {64, 128, 2}},
                    PathCase{"tiles_odd", KernelPath::local_tiles, {48, 64, 1}}),
    [](const auto& test) { return std::string(test.param.name); });

using Forward = OpenClTest;

TEST_F(Forward, DeviceTimesLieInsideTheCall) {
    const auto run = forward(KernelPath::register_blocks, {64, 128, 2});
    ASSERT_TRUE(run);
    if (run->facts().device_timer != "device") GTEST_SKIP() << "this driver keeps no event times";
    for (std::uint64_t i = 0; i < 20; ++i) {
        const auto span = run->call(i);
        ASSERT_TRUE(span);
        EXPECT_LE(span->native_enter, span->device_start + span->device_error);
        EXPECT_LT(span->device_start, span->device_end);
        EXPECT_LE(span->device_end, span->native_exit + span->device_error);
        EXPECT_GT(span->device_error, 0);
    }
}

TEST_F(Forward, AnswerIsTheMeanOverTheTokens) {
    const auto run = forward(KernelPath::register_blocks, {16, 64, 1});
    ASSERT_TRUE(run);
    const auto span = run->call(2);
    ASSERT_TRUE(span);
    ASSERT_EQ(run->answer().size(), 64U * sizeof(float));
    std::vector<float> answer(64);
    std::memcpy(answer.data(), run->answer().data(), run->answer().size());
    const auto& output = run->output();
    for (std::size_t h = 0; h < 64; ++h) {
        double sum = 0;
        for (std::size_t token = 0; token < 16; ++token) sum += output[token * 64 + h];
        EXPECT_NEAR(answer[h], sum / 16, 1e-6);
    }
    EXPECT_EQ(span->digest, digest_of(std::as_bytes(std::span(output))));
}

TEST_F(Forward, AnswerIsFourKibibytesAtMost) {
    const auto run = forward(KernelPath::register_blocks, {16, 1088, 1});
    ASSERT_TRUE(run);
    EXPECT_EQ(run->answer().size(), 4096U);
    EXPECT_TRUE(run->call(0));
}

TEST_F(Forward, ActivationsStayOfOrderOneAtAnyDepth) {
    const std::vector<double> output = reference_forward({32, 64, 24}, 1);
    double squares = 0;
    for (double value : output) squares += value * value;
    const double rms = std::sqrt(squares / static_cast<double>(output.size()));
    EXPECT_GT(rms, 0.8);
    EXPECT_LT(rms, 1.6);
}

TEST_F(Forward, FactsNameTheDeviceAndTheSize) {
    const auto run = open_workload(small_forward());
    ASSERT_TRUE(run) << run.error().says;
    const WorkloadFacts facts = (*run)->facts();
    EXPECT_EQ(facts.hidden, 64);
    EXPECT_EQ(facts.layers, 2);
    EXPECT_DOUBLE_EQ(facts.flop, (ForwardShape{32, 64, 2}.flop()));
    EXPECT_EQ(facts.emulated, m_search.devices.front().is_cpu);
    EXPECT_EQ(facts.emulated, facts.device.find("(emulated)") != std::string::npos);
    EXPECT_THAT(facts.driver, HasSubstr(m_search.devices.front().driver));
}

TEST_F(Forward, NeedsASize) {
    OpenClWorkload spec;
    spec.target_ms = 5;
    const auto run = open_workload(spec);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().kind, ErrorKind::experiment);
    spec = small_forward();
    spec.hidden = 100;
    EXPECT_FALSE(open_workload(spec));
}

TEST_F(Forward, GivesTheSameBitsInAnotherProcess) {
    const auto run = open_workload(small_forward());
    ASSERT_TRUE(run) << run.error().says;
    char expected[40];
    std::snprintf(expected, sizeof expected, "digest %016lx",
                  static_cast<unsigned long>((*run)->call(9)->digest));
    EXPECT_EXIT(
        {
            const auto other = open_workload(small_forward());
            std::fprintf(stderr, "digest %016lx\n",
                         static_cast<unsigned long>((*other)->call(9)->digest));
            std::_Exit(0);
        },
        testing::ExitedWithCode(0), expected);
}

/// Opens the forward twice over an empty cache of the driver.
[[noreturn]] void open_cold_then_warm() {
    namespace fs = std::filesystem;
    std::string directory = STALLSCOPE_BUILD_DIR "/pocl-cold-XXXXXX";
    if (mkdtemp(directory.data()) == nullptr) std::_Exit(4);
    setenv("POCL_CACHE_DIR", directory.c_str(), 1);
    std::string words;
    for (int i = 0; i < 2; ++i) {
        const auto run = open_workload(small_forward());
        words += run && (*run)->facts().warm ? " warm" : " cold";
    }
    fs::remove_all(directory);
    std::fprintf(stderr, "kernels:%s\n", words.c_str());
    std::_Exit(0);
}

using KernelCache = PoclInAChild;

TEST_F(KernelCache, AnEmptyOneIsColdAndThenWarm) {
    EXPECT_EXIT(open_cold_then_warm(), testing::ExitedWithCode(0), "kernels: cold warm");
}

}  // namespace
}  // namespace stallscope
