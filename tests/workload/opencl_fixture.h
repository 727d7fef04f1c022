// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "workload/opencl_forward.h"

namespace stallscope {

/// A test that needs an OpenCL device; skipped, with the reason, where there is none.
class OpenClTest : public testing::Test {
protected:
    void SetUp() override {
        m_search = opencl::search_devices();
        if (m_search.state != "found") {
            GTEST_SKIP() << m_search.error.says << ". " << m_search.error.hint;
        }
    }

    /// The first device, for a path that need not be its own.
    std::unique_ptr<opencl::OpenClForward> forward(opencl::KernelPath path, ForwardShape shape) {
        auto opened = opencl::open_device(m_search.api, m_search.devices.front(), 0);
        if (!opened) return failed(opened.error());
        auto program = opencl::build_forward(std::move(*opened), path);
        if (!program) return failed(program.error());
        auto run = opencl::OpenClForward::open(*program, shape);
        if (!run) return failed(run.error());
        return std::move(*run);
    }

    opencl::DeviceSearch m_search;

private:
    static std::unique_ptr<opencl::OpenClForward> failed(const Error& error) {
        ADD_FAILURE() << error.says << " (" << error.where << "). " << error.hint;
        return nullptr;
    }
};

/// A test of what PoCL does under another environment. PoCL reads the environment once, so the
/// body of EXPECT_EXIT loads it in a child; SetUp looks for it in the parent only.
class PoclInAChild : public testing::Test {
protected:
    void SetUp() override {
        if (std::getenv(mark) != nullptr) return;
        const auto search = opencl::search_devices();
        if (search.state != "found" ||
            search.devices.front().platform_name != "Portable Computing Language") {
            GTEST_SKIP() << "PoCL is not the first OpenCL platform here";
        }
        setenv(mark, "1", 1);
    }
    void TearDown() override { unsetenv(mark); }

private:
    static constexpr const char* mark = "STALLSCOPE_TEST_CHILD";
};

/// A forward of a written size on the first device.
inline OpenClWorkload small_forward() {
    OpenClWorkload spec;
    spec.sequence = 32;
    spec.hidden = 64;
    spec.layers = 2;
    return spec;
}

}  // namespace stallscope
