// SPDX-License-Identifier: Apache-2.0
#include "batch/cpu_count.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace stallscope {

namespace {

int bound_cpus() {
#ifdef __linux__
    // Machines with more CPUs than a cpu_set_t holds refuse this one: then the plain count.
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::optional<std::int64_t> first_number(const std::string& file) {
    std::ifstream in(file);
    std::int64_t number = 0;
    return in >> number ? std::optional(number) : std::nullopt;
}

// "QUOTA PERIOD", or "max PERIOD" where there is no limit.
std::optional<std::int64_t> limit_v2(const std::string& folder) {
    std::ifstream in(folder + "/cpu.max");
    std::int64_t quota = 0;
    std::int64_t period = 0;
    return in >> quota >> period && period > 0 ? std::optional(quota / period) : std::nullopt;
}

std::optional<std::int64_t> limit_v1(const std::string& folder) {
    const auto quota = first_number(folder + "/cpu.cfs_quota_us");  // -1: no limit
    const auto period = first_number(folder + "/cpu.cfs_period_us");
    return quota && period && *quota > 0 && *period > 0 ? std::optional(*quota / *period)
                                                        : std::nullopt;
}

// The tightest limit of the group at `path` below `mount` and of those above it.
template <class Limit>
std::int64_t tightest(const std::string& mount, std::string path, Limit limit) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (;;) {
        while (!path.empty() && path.back() == '/') path.pop_back();
        if (const auto found = limit(mount + path)) least = std::min(least, *found);
        const auto slash = path.rfind('/');
        if (slash == std::string::npos) return least;
        path.resize(slash);
    }
}

bool lists_cpu(std::string_view controllers) {
    while (!controllers.empty()) {
        const auto comma = std::min(controllers.find(','), controllers.size());
        if (controllers.substr(0, comma) == "cpu") return true;
        controllers.remove_prefix(std::min(comma + 1, controllers.size()));
    }
    return false;
}

struct Mount {
    std::string root;   // which group is shown
    std::string point;  // where
};

// The cpu controller's mount of version 1: "36 25 0:31 ROOT POINT options - cgroup cgroup rw,cpu".
std::optional<Mount> mount_v1(const std::string& mounts) {
    std::ifstream in(mounts);
    for (std::string line; std::getline(in, line);) {
        const auto dash = line.find(" - cgroup ");
        if (dash == std::string::npos) continue;
        std::istringstream left(line.substr(0, dash));
        std::string skipped;
        Mount mount;
        if (!(left >> skipped >> skipped >> skipped >> mount.root >> mount.point)) continue;
        if (lists_cpu(std::string_view(line).substr(line.rfind(' ') + 1))) return mount;
    }
    return std::nullopt;
}

std::int64_t quota_v1(const ControlGroupFiles& files, std::string path) {
    const auto mount = mount_v1(files.mounts);
    if (!mount) return std::numeric_limits<std::int64_t>::max();
    if (mount->root != "/" && path.starts_with(mount->root)) path.erase(0, mount->root.size());
    return tightest(mount->point, path, limit_v1);
}

std::int64_t quota(const ControlGroupFiles& files) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::ifstream in(files.own_group);
    for (std::string line; std::getline(in, line);) {  // "0::/path" or "4:cpu,cpuacct:/path"
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string_view controllers(line.data() + first + 1, second - first - 1);
        const std::string path = line.substr(second + 1);
        if (controllers.empty()) {
            least = std::min(least, tightest(files.root, path, limit_v2));
        } else if (lists_cpu(controllers)) {
            least = std::min(least, quota_v1(files, path));
        }
    }
    return least;
}

}  // namespace

int count_cpus(const ControlGroupFiles& files) {
    const int bound = bound_cpus();
    return static_cast<int>(std::clamp<std::int64_t>(quota(files), 1, bound));
}

}  // namespace stallscope
