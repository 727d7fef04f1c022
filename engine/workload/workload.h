// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plan/result.h"
#include "plan/workload_spec.h"

namespace stallscope {

/// What one call left behind. Times are CLOCK_MONOTONIC ns; 0: not taken (no device timer).
struct CallSpan {
    std::int64_t native_enter = 0;  ///< first instruction of the call
    std::int64_t native_exit = 0;   ///< last instruction
    std::int64_t device_start = 0;  ///< the device's own timer, mapped to the host clock
    std::int64_t device_end = 0;
    std::int64_t device_error = 0;  ///< half-width of that mapping, ns
    std::uint64_t digest = 0;       ///< 64-bit digest of the answer's bytes (FNV-1a)
};

/// What is known about an opened workload, for tables and findings.
struct WorkloadFacts {
    std::string device;          ///< display name; an emulated one says so first
    bool emulated = false;       ///< a CPU that poses as a GPU
    std::string device_timer;    ///< "device" or "host span"
    std::string driver;          ///< platform and driver version
    int hidden = 0, layers = 0;  ///< 0 where it has no size
    double flop = 0;             ///< floating-point operations of one call
    bool warm = true;            ///< kernels came from the driver's cache
};

/// One opened workload: one backend behind one interface. Not thread-safe: one per calling thread.
class WorkloadRun {
public:
    virtual ~WorkloadRun() = default;
    /// Does one request's work on the input made from `seed`. Error: kind measurement.
    virtual Result<CallSpan> call(std::uint64_t seed) = 0;
    /// Bytes of the last answer (small: at most 4 KiB), the reply's payload.
    virtual const std::vector<std::byte>& answer() const = 0;
    virtual WorkloadFacts facts() const = 0;
    /// Largest absolute difference to a double-precision reference on input `seed`; 0 where the
    /// answer is exact by construction. Error when it cannot be computed.
    virtual Result<double> verify(std::uint64_t seed) = 0;
};

/// Opens a wait, a spin or a device. The length must be a number by now, the size of a forward
/// must be given (see size_forward). Error: what was looked for and what to install or change.
Result<std::unique_ptr<WorkloadRun>> open_workload(const Workload& spec);

struct ForwardSize {
    int hidden = 0;
    int layers = 0;
    double median_ms = 0;  ///< of one call at this size
};

/// Finds (H, L) whose forward takes about `target_ms` on the spec's device and unit, in this
/// process. The engine pins the answer per machine.
Result<ForwardSize> size_forward(const OpenClWorkload& spec);

}  // namespace stallscope
