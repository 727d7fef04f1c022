// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "workload/opencl_device.h"

namespace stallscope::opencl {

/// Tells whether kernels came from the driver's cache (warm) or were compiled (cold).
///
/// PoCL writes what it compiles below POCL_CACHE_DIR, else below pocl/kcache in the user's cache
/// directory: warm means that no compiled file appeared there since the watch started. Another
/// process that compiles at the same moment makes this cold, never the other way round. For other
/// drivers a build within 50 ms counts as warm.
class CacheWatch {
public:
    static CacheWatch start(const FoundDevice& found);

    /// Call when everything has been compiled; the same answer ever after.
    bool is_warm();

private:
    bool m_counts_files = false;
    bool m_answered = false;
    bool m_warm = false;
    std::filesystem::path m_directory;
    std::size_t m_files = 0;
    std::int64_t m_started_ns = 0;
};

/// Where PoCL keeps compiled kernels in this process; empty when that cannot be known.
std::filesystem::path pocl_cache_directory();

}  // namespace stallscope::opencl
