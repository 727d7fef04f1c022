// SPDX-License-Identifier: Apache-2.0
// One PoCL core for every test, as the engine gives a process with one OpenCL stream, and a cache
// of compiled kernels in the build folder. Drivers read both when they are loaded, so tests that
// want something else run in a child ("threadsafe" death tests start the program anew).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace {

class PoclEnvironment final : public testing::Environment {
public:
    void SetUp() override {
        const std::filesystem::path cache = STALLSCOPE_BUILD_DIR "/pocl-cache";
        std::filesystem::create_directories(cache);
        setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
        setenv("POCL_CACHE_DIR", cache.c_str(), 1);
        GTEST_FLAG_SET(death_test_style, "threadsafe");
    }
};

const testing::Environment* const registered =
    testing::AddGlobalTestEnvironment(new PoclEnvironment);

}  // namespace

// Leaks of the driver and its compiler are not ours.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the sanitizer's name
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libpocl\nleak:libLLVM\nleak:libOpenCL\nleak:libclang\n";
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
