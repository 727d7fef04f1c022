// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "plan/result.h"

/// The part of OpenCL 1.2 that the forward needs: our own declarations, so that neither headers
/// nor a library are needed to build or to start. Names of constants and entries follow the
/// Khronos specification, where their meaning is defined.
namespace stallscope::opencl {

using Status = std::int32_t;
using Flags = std::uint64_t;
using Property = std::intptr_t;

using Platform = struct PlatformObject*;
using Device = struct DeviceObject*;
using Context = struct ContextObject*;
using Queue = struct QueueObject*;
using Program = struct ProgramObject*;
using Kernel = struct KernelObject*;
using Memory = struct MemoryObject*;
using Event = struct EventObject*;

/// Size of a buffer as a kernel's argument: it is handed over by its handle.
inline constexpr std::size_t memory_argument_bytes = sizeof(void*);

inline constexpr Status success = 0;
inline constexpr Status device_not_found = -1;
inline constexpr Status build_program_failure = -11;
inline constexpr Status platform_not_found = -1001;  ///< said by the loader, not by a driver

inline constexpr std::uint32_t platform_version = 0x0901;
inline constexpr std::uint32_t platform_name = 0x0902;
inline constexpr std::uint32_t device_type = 0x1000;
inline constexpr std::uint32_t device_max_compute_units = 0x1002;
inline constexpr std::uint32_t device_max_work_group_size = 0x1004;
inline constexpr std::uint32_t device_available = 0x1027;
inline constexpr std::uint32_t device_name = 0x102B;
inline constexpr std::uint32_t driver_version = 0x102D;
inline constexpr std::uint32_t device_version = 0x102F;
inline constexpr Flags type_cpu = 1U << 1U;
inline constexpr Flags type_all = 0xFFFFFFFFU;
inline constexpr Property partition_equally = 0x1086;
inline constexpr Flags queue_profiling = 1U << 1U;
inline constexpr Flags memory_read_write = 1U << 0U;
inline constexpr Flags memory_read_only = 1U << 2U;
inline constexpr std::uint32_t program_build_log = 0x1183;
inline constexpr std::uint32_t profiling_start = 0x1282;
inline constexpr std::uint32_t profiling_end = 0x1283;

/// The entries of one loaded OpenCL library. Every pointer is set.
struct Api {
    using Log = void (*)(const char*, const void*, std::size_t, void*);
    using Built = void (*)(Program, void*);

    Status (*get_platform_ids)(std::uint32_t, Platform*, std::uint32_t*) = nullptr;
    Status (*get_platform_info)(Platform, std::uint32_t, std::size_t, void*,
                                std::size_t*) = nullptr;
    Status (*get_device_ids)(Platform, Flags, std::uint32_t, Device*, std::uint32_t*) = nullptr;
    Status (*get_device_info)(Device, std::uint32_t, std::size_t, void*, std::size_t*) = nullptr;
    Status (*create_sub_devices)(Device, const Property*, std::uint32_t, Device*,
                                 std::uint32_t*) = nullptr;
    Status (*release_device)(Device) = nullptr;
    Context (*create_context)(const Property*, std::uint32_t, const Device*, Log, void*,
                              Status*) = nullptr;
    Status (*release_context)(Context) = nullptr;
    Queue (*create_queue)(Context, Device, Flags, Status*) = nullptr;
    Status (*release_queue)(Queue) = nullptr;
    Program (*create_program)(Context, std::uint32_t, const char**, const std::size_t*,
                              Status*) = nullptr;
    Status (*build_program)(Program, std::uint32_t, const Device*, const char*, Built,
                            void*) = nullptr;
    Status (*get_build_info)(Program, Device, std::uint32_t, std::size_t, void*,
                             std::size_t*) = nullptr;
    Status (*release_program)(Program) = nullptr;
    Kernel (*create_kernel)(Program, const char*, Status*) = nullptr;
    Status (*set_kernel_arg)(Kernel, std::uint32_t, std::size_t, const void*) = nullptr;
    Status (*release_kernel)(Kernel) = nullptr;
    Memory (*create_buffer)(Context, Flags, std::size_t, void*, Status*) = nullptr;
    Status (*release_memory)(Memory) = nullptr;
    Status (*enqueue_write)(Queue, Memory, std::uint32_t, std::size_t, std::size_t, const void*,
                            std::uint32_t, const Event*, Event*) = nullptr;
    Status (*enqueue_read)(Queue, Memory, std::uint32_t, std::size_t, std::size_t, void*,
                           std::uint32_t, const Event*, Event*) = nullptr;
    Status (*enqueue_kernel)(Queue, Kernel, std::uint32_t, const std::size_t*, const std::size_t*,
                             const std::size_t*, std::uint32_t, const Event*, Event*) = nullptr;
    Status (*enqueue_marker)(Queue, std::uint32_t, const Event*, Event*) = nullptr;
    Status (*finish)(Queue) = nullptr;
    Status (*get_profiling)(Event, std::uint32_t, std::size_t, void*, std::size_t*) = nullptr;
    Status (*release_event)(Event) = nullptr;
};

/// File name of the OpenCL loader on this system.
extern const char* const library_name;

/// Loads the library and binds its entries. It stays loaded until the process ends: drivers keep
/// threads of their own. Error: kind environment, with the package to install.
Result<std::shared_ptr<const Api>> load_api(const char* library = library_name);

/// "CL_OUT_OF_RESOURCES (-5)"; a number alone where the specification has no name for it.
std::string status_text(Status status);

/// An error that names the entry, what it was asked for, and the status.
Error status_error(const char* entry, const std::string& asked, Status status);

}  // namespace stallscope::opencl
