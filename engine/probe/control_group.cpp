// SPDX-License-Identifier: Apache-2.0
#include "probe/control_group.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "probe/proc_text.h"

namespace stallscope {

namespace {

// The folders of our group and those above it, in both versions' places. Inside a container the
// path in /proc/self/cgroup may be the outside one; then only the root is there.
std::vector<std::string> group_folders() {
    std::vector<std::string> folders;
    const std::string text = read_kernel_file("/proc/self/cgroup").value_or("");
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        // "0::/path" (version 2) or "4:cpu,cpuacct:/path" (version 1)
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos) {
            continue;
        }
        const std::string controllers =
            "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
        std::vector<std::string> roots;
        if (controllers == ",,") {
            roots = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
        } else if (controllers.find(",cpu,") != std::string::npos) {
            roots = {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"};
        }
        for (const std::string& root : roots) {
            std::string path(line.substr(second + 1));
            while (!path.empty() && path != "/") {
                folders.push_back(root + path);
                path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
            }
            folders.push_back(root);
        }
    }
    return folders;
}

std::int64_t number_in(const std::string& file) {
    return leading_number(read_kernel_line(file).value_or("")).value_or(0);
}

std::optional<double> limit_in(const std::string& folder) {
    if (const auto max = read_kernel_line(folder + "/cpu.max")) {  // "200000 100000", "max 100000"
        const auto quota = leading_number(*max);
        const auto blank = max->find(' ');
        const auto period = blank == std::string::npos
                                ? std::nullopt
                                : leading_number(std::string_view(*max).substr(blank));
        if (quota && period && *period > 0) {
            return static_cast<double>(*quota) / static_cast<double>(*period);
        }
        return std::nullopt;
    }
    const std::int64_t quota_us = number_in(folder + "/cpu.cfs_quota_us");  // -1: no limit
    const std::int64_t period_us = number_in(folder + "/cpu.cfs_period_us");
    if (quota_us > 0 && period_us > 0) {
        return static_cast<double>(quota_us) / static_cast<double>(period_us);
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> control_group_cpu_limit() {
    std::optional<double> tightest;
    for (const std::string& folder : group_folders()) {
        const auto limit = limit_in(folder);
        if (limit && (!tightest || *limit < *tightest)) {
            tightest = limit;
        }
    }
    return tightest;
}

std::optional<std::int64_t> control_group_throttled_us() {
    for (const std::string& folder : group_folders()) {
        const auto stat = read_kernel_file(folder + "/cpu.stat");
        if (!stat) {
            continue;
        }
        if (const auto microseconds = value_after(*stat, "throttled_usec ")) {
            return leading_number(*microseconds);
        }
        if (const auto nanoseconds = value_after(*stat, "throttled_time ")) {
            const auto value = leading_number(*nanoseconds);
            return value ? std::optional(*value / 1000) : std::nullopt;
        }
    }
    return std::nullopt;
}

bool in_container() {
    if (access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0) {
        return true;
    }
    const std::string groups = read_kernel_file("/proc/1/cgroup").value_or("");
    for (const char* mark : {"docker", "kubepods", "containerd", "lxc"}) {
        if (groups.find(mark) != std::string::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace stallscope
