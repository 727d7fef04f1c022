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

/// What happened to some processes between two snapshots.
struct Grown {
    double running_s = 0;  ///< clocks of those that are still there, or new
    double ended_s = 0;    ///< what somebody waited for, less what the ended had used before;
                           ///< negative where nobody among them waited
};

Grown grown(const ProcessUses& before, const ProcessUses& after) {
    Grown grown;
    std::int64_t waited_ns = 0;
    for (const auto& [pid, now] : after) {
        const auto earlier = before.find(pid);
        const ProcessUse was = earlier == before.end() ? ProcessUse{} : earlier->second;
        grown.running_s += seconds_between(was.clock_ns, now.clock_ns);
        waited_ns += now.waited_ns - was.waited_ns;
    }
    for (const auto& [pid, was] : before) {
        if (!after.contains(pid)) {
            waited_ns -= was.clock_ns + was.waited_ns;
        }
    }
    grown.ended_s = static_cast<double>(waited_ns) / 1e9;
    return grown;
}

ProcessUses together(const ProcessUses& some, const ProcessUses& others) {
    ProcessUses all = some;
    all.insert(others.begin(), others.end());
    return all;
}

void find_busiest(const CpuUse& before, const CpuUse& after, double tick_s, CpuSpent& spent) {
    for (const auto& [pid, now] : after.foreign) {
        const auto earlier = before.foreign.find(pid);
        const ProcessUse was = earlier == before.foreign.end() ? ProcessUse{} : earlier->second;
        double used_s = seconds_between(was.clock_ns, now.clock_ns);
        // What it waited for counts, too (a compiler's driver), unless that had long been running.
        const double with_children_s = used_s + seconds_between(was.waited_ns, now.waited_ns);
        if (with_children_s <= spent.foreign_s + tick_s) {
            used_s = with_children_s;
        }
        if (used_s > spent.busiest_s) {
            spent.busiest_s = used_s;
            spent.busiest = fmt::format("{} ({})", now.name, pid);
        }
    }
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
    std::map<pid_t, ProcessUses CpuUse::*> whose;
    for (const auto& [pid, kinship] : processes.all()) {
        const bool in_tree = kinship.group == group || named.contains(pid);
        whose[pid] = in_tree                                ? &CpuUse::tree
                     : processes.descends_from(pid, engine) ? &CpuUse::own
                                                            : &CpuUse::foreign;
    }
    CpuUse use;
    for (const auto& [pid, kinship] : processes.all()) {
        const Result<std::int64_t> clock_ns = process_cpu_ns(pid);
        if (!clock_ns) {
            continue;
        }
        if (pid == engine) {
            use.engine_ns = *clock_ns;
        } else if (pid == app) {
            use.app_ns = *clock_ns;
        } else {
            (use.*whose[pid])
                .emplace(pid, ProcessUse{kinship.name, *clock_ns,
                                         kinship.waited_ticks * machine_tick_ns()});
        }
    }
    use.ended_children_ns = ended_children_ns();
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
    const Grown tree = grown(before.tree, after.tree);
    const Grown own = grown(together(before.tree, before.own), together(after.tree, after.own));
    const Grown foreign = grown(before.foreign, after.foreign);
    const double ended_own_s =
        own.ended_s + seconds_between(before.ended_children_ns, after.ended_children_ns);
    spent.tree_s = tree.running_s + std::max(0.0, tree.ended_s);
    spent.own_s = own.running_s + std::max(0.0, ended_own_s);
    spent.engine_s = seconds_between(before.engine_ns, after.engine_ns);
    spent.machine_busy_s = seconds_between(before.machine_busy_ns, after.machine_busy_ns);
    spent.steal_s = seconds_between(before.steal_ns, after.steal_ns);
    if (before.app_ns && after.app_ns) {
        spent.app_s = seconds_between(*before.app_ns, *after.app_ns);
    }

    // An own process whose parent had ended was waited for by a stranger (init): that is not his.
    const double seen_s =
        foreign.running_s + std::max(0.0, foreign.ended_s + std::min(0.0, ended_own_s));
    const double tick_s = static_cast<double>(machine_tick_ns()) / 1e9;
    spent.uncertain_s =
        machine_busy_counters * tick_s + 3 * std::sqrt(tick_s * spent.machine_busy_s);
    const double left_s =
        spent.machine_busy_s - spent.own_s - spent.engine_s - spent.app_s.value_or(0);
    spent.foreign_s = std::max(seen_s, left_s - spent.uncertain_s);
    find_busiest(before, after, tick_s, spent);
    return spent;
}

}  // namespace stallscope
