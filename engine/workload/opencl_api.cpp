// SPDX-License-Identifier: Apache-2.0
#include "workload/opencl_api.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace stallscope::opencl {

#ifdef __APPLE__
const char* const library_name = "/System/Library/Frameworks/OpenCL.framework/OpenCL";
#else
const char* const library_name = "libOpenCL.so.1";
#endif

namespace {

constexpr const char* install_hint =
    "install an OpenCL loader and a driver: on Debian and Ubuntu `apt install ocl-icd-libopencl1 "
    "pocl-opencl-icd` (PoCL runs on the CPU), or the driver of your GPU's vendor";

/// Binds entries one after another and remembers the first that is missing.
class Binder {
public:
    explicit Binder(void* library) : m_library(library) {}

    template <class Function>
    void operator()(Function& entry, const char* name) {
        entry = reinterpret_cast<Function>(dlsym(m_library, name));
        if (entry == nullptr && m_missing.empty()) m_missing = name;
    }

    const std::string& missing() const { return m_missing; }

private:
    void* m_library;
    std::string m_missing;
};

void bind_all(Api& api, Binder& bind) {
    bind(api.get_platform_ids, "clGetPlatformIDs");
    bind(api.get_platform_info, "clGetPlatformInfo");
    bind(api.get_device_ids, "clGetDeviceIDs");
    bind(api.get_device_info, "clGetDeviceInfo");
    bind(api.create_sub_devices, "clCreateSubDevices");
    bind(api.release_device, "clReleaseDevice");
    bind(api.create_context, "clCreateContext");
    bind(api.release_context, "clReleaseContext");
    bind(api.create_queue, "clCreateCommandQueue");
    bind(api.release_queue, "clReleaseCommandQueue");
    bind(api.create_program, "clCreateProgramWithSource");
    bind(api.build_program, "clBuildProgram");
    bind(api.get_build_info, "clGetProgramBuildInfo");
    bind(api.release_program, "clReleaseProgram");
    bind(api.create_kernel, "clCreateKernel");
    bind(api.set_kernel_arg, "clSetKernelArg");
    bind(api.release_kernel, "clReleaseKernel");
    bind(api.create_buffer, "clCreateBuffer");
    bind(api.release_memory, "clReleaseMemObject");
    bind(api.enqueue_write, "clEnqueueWriteBuffer");
    bind(api.enqueue_read, "clEnqueueReadBuffer");
    bind(api.enqueue_kernel, "clEnqueueNDRangeKernel");
    bind(api.enqueue_marker, "clEnqueueMarkerWithWaitList");
    bind(api.finish, "clFinish");
    bind(api.get_profiling, "clGetEventProfilingInfo");
    bind(api.release_event, "clReleaseEvent");
}

}  // namespace

Result<std::shared_ptr<const Api>> load_api(const char* library) {
    void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* reason = dlerror();
        return fail(ErrorKind::environment,
                    fmt::format("no OpenCL here: {} could not be loaded ({})", library,
                                reason != nullptr ? reason : "no reason given"),
                    {}, install_hint);
    }
    auto api = std::make_shared<Api>();
    Binder bind(handle);
    bind_all(*api, bind);
    if (!bind.missing().empty()) {
        dlclose(handle);
        return fail(
            ErrorKind::environment,
            fmt::format("{} is no OpenCL 1.2 library: it has no {}", library, bind.missing()), {},
            install_hint);
    }
    return api;
}

}  // namespace stallscope::opencl
