// SPDX-License-Identifier: Apache-2.0
#include "probe/cpu_time.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <map>

#include "probe/proc_text.h"

namespace stallscope {

Result<std::int64_t> process_cpu_ns(pid_t pid) {
#ifdef __linux__
    clockid_t clock{};
    timespec time{};
    int error = clock_getcpuclockid(pid, &clock);
    if (error == 0 && clock_gettime(clock, &time) != 0) {
        error = errno;
    }
    if (error != 0) {
        return fail(ErrorKind::measurement,
                    fmt::format("the CPU clock of process {} cannot be read: {}", pid,
                                std::strerror(error)));
    }
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
#else
    return fail(ErrorKind::measurement,
                fmt::format("this system does not tell the CPU time of process {}", pid));
#endif
}

std::vector<pid_t> descendants_of(pid_t root) {
    std::multimap<pid_t, pid_t> children;
    for (const pid_t pid : visible_processes()) {
        if (const auto kinship = kinship_of(pid)) {
            children.emplace(kinship->parent, pid);
        }
    }
    std::vector<pid_t> found;
    if (kinship_of(root)) {
        found.push_back(root);
    }
    for (std::size_t next = 0; next < found.size(); ++next) {
        const auto [from, to] = children.equal_range(found[next]);
        for (auto child = from; child != to; ++child) {
            // The listing is no snapshot: a number given twice must not make a circle.
            if (std::find(found.begin(), found.end(), child->second) == found.end()) {
                found.push_back(child->second);
            }
        }
    }
    return found;
}

std::vector<pid_t> members_of_group(pid_t group) {
    std::vector<pid_t> found;
    for (const pid_t pid : visible_processes()) {
        const auto kinship = kinship_of(pid);
        if (kinship && kinship->group == group) {
            found.push_back(pid);
        }
    }
    return found;
}

std::int64_t cpu_ns_of(const std::vector<pid_t>& pids) {
    std::int64_t sum_ns = 0;
    for (const pid_t pid : pids) {
        sum_ns += process_cpu_ns(pid).value_or(0);
    }
    return sum_ns;
}

std::int64_t machine_tick_ns() {
    const long per_second = sysconf(_SC_CLK_TCK);
    return 1'000'000'000 / (per_second > 0 ? per_second : 100);
}

Result<MachineBusy> machine_busy() {
    const auto line = read_kernel_line("/proc/stat");
    if (!line || line->rfind("cpu ", 0) != 0) {
        return fail(ErrorKind::measurement,
                    "the machine's CPU counters (/proc/stat) cannot be read, so the CPU time of "
                    "other programs is not known");
    }
    // user nice system idle iowait irq softirq steal; guests are part of user.
    std::int64_t ticks[8] = {};
    std::string_view rest = std::string_view(*line).substr(4);
    for (std::int64_t& value : ticks) {
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        value = leading_number(rest).value_or(0);
        rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    }
    const std::int64_t busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
    return MachineBusy{busy * machine_tick_ns(), ticks[7] * machine_tick_ns()};
}

}  // namespace stallscope
