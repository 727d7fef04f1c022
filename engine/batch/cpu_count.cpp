// SPDX-License-Identifier: Apache-2.0
#include "batch/cpu_count.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
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

// Empty where there is none. Read without a stream: the call is to cost what the kernel's files
// cost, since that is what is measured when CPUs are counted per call.
std::string content_of(const std::string& file) {
    std::string text;
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return text;
    std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t got = read(descriptor, buffer.data(), buffer.size());
        if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
        if (got == 0 || (got < 0 && errno != EINTR)) break;
    }
    close(descriptor);
    return text;
}

// What comes before the separator, which goes with it.
std::string_view take(std::string_view& text, char separator) {
    const std::string_view taken = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(taken.size() + 1, text.size()));
    return taken;
}

std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> share(std::optional<std::int64_t> quota,
                                  std::optional<std::int64_t> period) {
    return quota && period && *quota > 0 && *period > 0 ? std::optional(*quota / *period)
                                                        : std::nullopt;
}

// "QUOTA PERIOD", or "max PERIOD" where there is no limit.
std::optional<std::int64_t> limit_v2(const std::string& folder) {
    const std::string text = content_of(folder + "/cpu.max");
    std::string_view rest = text;
    const auto quota = number(take(rest, ' '));
    return share(quota, number(rest));
}

std::optional<std::int64_t> limit_v1(const std::string& folder) {
    const auto quota = number(content_of(folder + "/cpu.cfs_quota_us"));  // -1: no limit
    return quota && *quota > 0 ? share(quota, number(content_of(folder + "/cpu.cfs_period_us")))
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
        if (take(controllers, ',') == "cpu") return true;
    }
    return false;
}

struct Mount {
    std::string root;   // which group is shown
    std::string point;  // where
};

// The cpu controller's mount of version 1: "36 25 0:31 ROOT POINT options - cgroup cgroup rw,cpu".
std::optional<Mount> mount_v1(const ControlGroupFiles& files) {
    for (const char* usual : {"/cpu", "/cpu,cpuacct"}) {
        const std::string point = files.root + usual;
        if (access((point + "/cpu.cfs_quota_us").c_str(), F_OK) == 0) return Mount{"/", point};
    }
    const std::string mounts = content_of(files.mounts);
    std::string_view rest = mounts;
    while (!rest.empty()) {
        std::string_view line = take(rest, '\n');
        if (line.find(" - cgroup ") == std::string_view::npos ||
            !lists_cpu(line.substr(line.rfind(' ') + 1))) {
            continue;
        }
        for (int skipped = 0; skipped < 3; ++skipped) take(line, ' ');
        const std::string root(take(line, ' '));
        return Mount{root, std::string(take(line, ' '))};
    }
    return std::nullopt;
}

std::int64_t quota_v1(const ControlGroupFiles& files, std::string path) {
    const auto mount = mount_v1(files);
    if (!mount) return std::numeric_limits<std::int64_t>::max();
    if (mount->root != "/" && path.starts_with(mount->root)) path.erase(0, mount->root.size());
    return tightest(mount->point, path, limit_v1);
}

std::int64_t quota(const ControlGroupFiles& files) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    const std::string groups = content_of(files.own_group);
    std::string_view rest = groups;
    while (!rest.empty()) {  // "0::/path" or "4:cpu,cpuacct:/path"
        std::string_view line = take(rest, '\n');
        take(line, ':');
        const std::string_view controllers = take(line, ':');
        const std::string path(line);
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
