// SPDX-License-Identifier: Apache-2.0
#include "run/own_program.h"

#include <system_error>
#ifdef __APPLE__
#include <mach-o/dyld.h>

#include <climits>
#include <cstdint>
#endif

namespace stallscope {

std::filesystem::path own_program() {
    std::error_code ignored;
#ifdef __APPLE__
    char buffer[PATH_MAX];
    std::uint32_t size = sizeof buffer;
    if (_NSGetExecutablePath(buffer, &size) != 0) return {};
    return std::filesystem::canonical(buffer, ignored);
#else
    return std::filesystem::read_symlink("/proc/self/exe", ignored);
#endif
}

}  // namespace stallscope
