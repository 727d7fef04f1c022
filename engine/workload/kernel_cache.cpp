// SPDX-License-Identifier: Apache-2.0
#include "workload/kernel_cache.h"

#include <cstdlib>
#include <system_error>

#include "workload/monotonic_clock.h"

namespace stallscope::opencl {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t quick_build_ns = 50'000'000;

fs::path from_environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? fs::path(value) : fs::path();
}

/// Programs and kernels that PoCL has compiled below `directory`.
std::size_t compiled_files(const fs::path& directory) {
    std::error_code error;
    std::size_t count = 0;
    fs::recursive_directory_iterator entry(directory, error);
    while (!error && entry != fs::recursive_directory_iterator()) {
        const auto extension = entry->path().extension();
        if (extension == ".so" || extension == ".bc") ++count;
        entry.increment(error);
    }
    return count;
}

}  // namespace

fs::path pocl_cache_directory() {
    if (auto named = from_environment("POCL_CACHE_DIR"); !named.empty()) return named;
    if (auto cache = from_environment("XDG_CACHE_HOME"); !cache.empty()) {
        return cache / "pocl" / "kcache";
    }
    if (auto home = from_environment("HOME"); !home.empty()) {
        return home / ".cache" / "pocl" / "kcache";
    }
    return {};
}

CacheWatch CacheWatch::start(const FoundDevice& found) {
    CacheWatch watch;
    watch.m_started_ns = now_ns();
    if (found.platform_name == "Portable Computing Language") {
        watch.m_directory = pocl_cache_directory();
        watch.m_counts_files = !watch.m_directory.empty();
        watch.m_files = compiled_files(watch.m_directory);
    }
    return watch;
}

bool CacheWatch::is_warm() {
    if (!m_answered) {
        m_answered = true;
        m_warm = m_counts_files ? compiled_files(m_directory) <= m_files
                                : now_ns() - m_started_ns < quick_build_ns;
    }
    return m_warm;
}

}  // namespace stallscope::opencl
