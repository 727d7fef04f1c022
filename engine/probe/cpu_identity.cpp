// SPDX-License-Identifier: Apache-2.0
#include "probe/cpu_identity.h"

#include <unistd.h>

#include <string_view>

#ifdef __linux__
#include <sched.h>
#endif
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

#include "probe/proc_text.h"

namespace stallscope {

std::optional<std::string> cpu_model() {
#ifdef __APPLE__
    char name[256] = {};
    std::size_t size = sizeof name - 1;
    if (sysctlbyname("machdep.cpu.brand_string", name, &size, nullptr, 0) == 0) {
        return std::string(name);
    }
    return std::nullopt;
#else
    const auto text = read_kernel_file("/proc/cpuinfo");
    if (!text) {
        return std::nullopt;
    }
    for (const char* key : {"model name", "Model", "cpu model", "uarch"}) {
        if (auto value = value_after(*text, key); value && !value->empty()) {
            return value;
        }
    }
    // ARM gives numbers only.
    const auto implementer = value_after(*text, "CPU implementer");
    const auto part = value_after(*text, "CPU part");
    if (implementer && part) {
        return "implementer " + *implementer + ", part " + *part;
    }
    return std::nullopt;
#endif
}

int cpus_allowed() {
#ifdef __linux__
    // Machines with more CPUs than the fixed set holds: ask with a larger one.
    for (int room = CPU_SETSIZE; room <= (1 << 16); room *= 2) {
        cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(room));
        const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(room));
        const bool known = sched_getaffinity(0, bytes, set) == 0;
        const int count = known ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (count > 0) {
            return count;
        }
    }
#endif
    return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

std::optional<bool> cpu_is_virtual() {
#ifdef __linux__
    if (read_kernel_line("/sys/hypervisor/type")) {
        return true;
    }
    const auto text = read_kernel_file("/proc/cpuinfo");
    const auto flags = text ? value_after(*text, "flags") : std::nullopt;
    if (flags) {
        return (" " + *flags + " ").find(" hypervisor ") != std::string::npos;
    }
    if (read_kernel_file("/proc/device-tree/hypervisor/compatible")) {
        return true;
    }
#endif
    return std::nullopt;
}

}  // namespace stallscope
