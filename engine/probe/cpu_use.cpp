// SPDX-License-Identifier: Apache-2.0
#include "probe/cpu_use.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "probe/cpu_time.h"
#include "probe/proc_text.h"

namespace stallscope {

namespace {

double seconds_between(std::int64_t before_ns, std::int64_t after_ns) {
    return after_ns > before_ns ? static_cast<double>(after_ns - before_ns) / 1e9 : 0.0;
}

std::int64_t ns_of(const timeval& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1000;
}

std::int64_t ended_children_ns() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
}

/// Everybody who can be seen, looked up once: the listing takes longer than the clocks do.
class Processes {
public:
    Processes() {
        for (const pid_t pid : visible_processes()) {
            if (auto kinship = kinship_of(pid)) {
                m_all.emplace(pid, std::move(*kinship));
            }
        }
    }

    bool descends_from(pid_t pid, pid_t ancestor) const {
        // The listing is no snapshot: a number given twice must not make a circle.
        for (std::size_t steps = 0; steps <= m_all.size(); ++steps) {
            const auto found = m_all.find(pid);
            if (found == m_all.end()) {
                return false;
            }
            pid = found->second.parent;
            if (pid == ancestor) {
                return true;
            }
        }
        return false;
    }

    const std::map<pid_t, Kinship>& all() const { return m_all; }

private:
    std::map<pid_t, Kinship> m_all;
};

}  // namespace

std::optional<CpuUse> cpu_use(pid_t group, const std::vector<pid_t>& known,
                              std::optional<pid_t> app) {
    // First who, which takes its time, then all clocks one right after the other.
    const Processes processes;
    const pid_t engine = getpid();
    const std::set<pid_t> named(known.begin(), known.end());
    std::set<pid_t> tree;
    std::set<pid_t> own;
    for (const auto& [pid, kinship] : processes.all()) {
        const bool in_tree = kinship.group == group || named.contains(pid);
        if (pid != engine && in_tree) {
            tree.insert(pid);
        }
        if (pid != engine && (in_tree || processes.descends_from(pid, engine))) {
            own.insert(pid);
        }
    }
    CpuUse use;
    for (const auto& [pid, kinship] : processes.all()) {
        const Result<std::int64_t> clock_ns = process_cpu_ns(pid);
        if (!clock_ns) {
            continue;
        }
        if (pid == engine) {
            use.engine_ns = *clock_ns;
            continue;
        }
        if (pid == app) {
            use.app_ns = *clock_ns;
            continue;
        }
        const std::int64_t ns = *clock_ns + kinship.waited_ticks * machine_tick_ns();
        if (tree.contains(pid)) {
            use.tree_ns += ns;
        }
        if (own.contains(pid)) {
            use.own_ns += ns;
        } else {
            use.foreign.emplace(pid, ProcessUse{kinship.name, ns});
        }
    }
    use.own_ns += ended_children_ns();
    const Result<MachineBusy> machine = machine_busy();
    if (!machine) {
        return std::nullopt;
    }
    use.machine_busy_ns = machine->busy_ns;
    use.steal_ns = machine->steal_ns;
    return use;
}

std::optional<pid_t> app_process() {
    const char* said = std::getenv(app_pid_variable);
    const auto number = said == nullptr ? std::nullopt : leading_number(said);
    if (!number || *number <= 1) {
        return std::nullopt;
    }
    const auto pid = static_cast<pid_t>(*number);
    return Processes().descends_from(getpid(), pid) ? std::optional(pid) : std::nullopt;
}

CpuSpent cpu_between(const CpuUse& before, const CpuUse& after) {
    CpuSpent spent;
    spent.tree_s = seconds_between(before.tree_ns, after.tree_ns);
    spent.own_s = seconds_between(before.own_ns, after.own_ns);
    spent.engine_s = seconds_between(before.engine_ns, after.engine_ns);
    spent.machine_busy_s = seconds_between(before.machine_busy_ns, after.machine_busy_ns);
    spent.steal_s = seconds_between(before.steal_ns, after.steal_ns);
    if (before.app_ns && after.app_ns) {
        spent.app_s = seconds_between(*before.app_ns, *after.app_ns);
    }

    // Summed over all of them: what an ended one had used is then in its parent's waited time.
    std::int64_t listed_before_ns = 0;
    std::int64_t listed_after_ns = 0;
    for (const auto& [pid, process] : before.foreign) {
        listed_before_ns += process.ns;
    }
    for (const auto& [pid, process] : after.foreign) {
        listed_after_ns += process.ns;
    }
    const double listed_s = seconds_between(listed_before_ns, listed_after_ns);
    const double tick_s = static_cast<double>(machine_tick_ns()) / 1e9;
    spent.uncertain_s =
        machine_busy_counters * tick_s + 3 * std::sqrt(tick_s * spent.machine_busy_s);
    const double left_s =
        spent.machine_busy_s - spent.own_s - spent.engine_s - spent.app_s.value_or(0);
    spent.foreign_s = std::max(listed_s, std::max(0.0, left_s - spent.uncertain_s));

    for (const auto& [pid, process] : after.foreign) {
        const auto earlier = before.foreign.find(pid);
        const double used_s =
            seconds_between(earlier == before.foreign.end() ? 0 : earlier->second.ns, process.ns);
        // More than all of them together: it only waited for one that had long been running.
        if (used_s > spent.busiest_s && used_s <= spent.foreign_s + tick_s) {
            spent.busiest_s = used_s;
            spent.busiest = fmt::format("{} ({})", process.name, pid);
        }
    }
    return spent;
}

}  // namespace stallscope
