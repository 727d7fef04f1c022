// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "workload/device_clock.h"
#include "workload/forward_kernels.h"
#include "workload/kernel_cache.h"
#include "workload/opencl_device.h"

namespace stallscope::opencl {

/// A device with the forward's program built for it; forwards of any size can be opened on it.
struct ForwardProgram {
    OpenedDevice opened;
    KernelPath path = KernelPath::register_blocks;
    Handle<Program> program;
    CacheWatch cache;  ///< started before the build
};

/// The path that suits the device.
KernelPath path_for(const FoundDevice& found);

/// Compiles the forward. Error: the compiler's first lines.
Result<std::shared_ptr<ForwardProgram>> build_forward(OpenedDevice opened, KernelPath path);

/// Compiles `source`; apart from build_forward so that its error can be tested.
Result<Handle<Program>> build_source(const OpenedDevice& opened, const char* source);

}  // namespace stallscope::opencl
