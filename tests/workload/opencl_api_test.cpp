// SPDX-License-Identifier: Apache-2.0
#include "workload/opencl_api.h"

#include <gmock/gmock.h>

#include "workload/opencl_device.h"

namespace stallscope::opencl {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(OpenClApi, AMissingLibraryNamesThePackages) {
    const auto api = load_api("libNoSuchOpenCL.so.1");
    ASSERT_FALSE(api);
    EXPECT_EQ(api.error().kind, ErrorKind::environment);
    EXPECT_THAT(api.error().says, HasSubstr("libNoSuchOpenCL.so.1"));
    EXPECT_THAT(api.error().hint,
                AllOf(HasSubstr("ocl-icd-libopencl1"), HasSubstr("pocl-opencl-icd")));
}

TEST(OpenClApi, ALibraryOfAnotherKindIsNamed) {
    const auto api = load_api("libm.so.6");
    ASSERT_FALSE(api);
    EXPECT_THAT(api.error().says, AllOf(HasSubstr("libm.so.6"), HasSubstr("clGetPlatformIDs")));
}

TEST(OpenClApi, StatusesHaveNames) {
    EXPECT_EQ(status_text(-5), "CL_OUT_OF_RESOURCES (-5)");
    EXPECT_EQ(status_text(-1001), "CL_PLATFORM_NOT_FOUND_KHR (-1001)");
    EXPECT_EQ(status_text(-9999), "status -9999");
}

TEST(OpenClApi, AFailureSaysWhichCallAndWhatFor) {
    const Error error = status_error("clFinish", "waiting for the forward", -5);
    EXPECT_EQ(error.kind, ErrorKind::measurement);
    EXPECT_EQ(error.says,
              "clFinish failed while waiting for the forward: CL_OUT_OF_RESOURCES (-5)");
    EXPECT_FALSE(error.hint.empty());
}

TEST(OpenClSearch, AMissingLibraryIsAStateOfTheListing) {
    const DeviceSearch search = search_devices("libNoSuchOpenCL.so.1");
    EXPECT_EQ(search.state, "no-library");
    const auto rows = opencl_rows(search);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].id, "opencl");
    EXPECT_EQ(rows[0].state, "no-library");
    EXPECT_THAT(rows[0].advice, HasSubstr("ocl-icd-libopencl1"));
    EXPECT_FALSE(choose_device(search, ""));
}

}  // namespace
}  // namespace stallscope::opencl
