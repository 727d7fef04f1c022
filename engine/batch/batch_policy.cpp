// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stallscope {

namespace {

bool is_cost(double value) {
    return std::isfinite(value) && value >= 0;
}

int to_workers(std::size_t count) {
    return static_cast<int>(std::min<std::size_t>(count, std::numeric_limits<int>::max()));
}

// Work is shared by as many CPUs as there are workers, up to those that exist; no batch ends
// before its largest message.
double predicted_ns(const BatchPolicy& policy, int workers, int cpus, double work, double longest) {
    const double speedup = policy.cost.speedup > 0 ? policy.cost.speedup : cpus;
    const double shared = workers < 2 || cpus < 2
                              ? 1
                              : 1 + (speedup - 1) * (std::min(workers, cpus) - 1) / (cpus - 1);
    const int started = workers < 2 ? 0 : workers - (policy.caller == CallerRole::works ? 1 : 0);
    return started * policy.cost.ns_per_thread + std::max(work / shared, longest);
}

int cheapest(const BatchPolicy& policy, int most, std::size_t messages, std::size_t bytes,
             std::size_t largest) {
    const auto count = static_cast<double>(messages);
    const CostModel& cost = policy.cost;
    const double work = count * cost.ns_per_message + static_cast<double>(bytes) * cost.ns_per_byte;
    const double longest = cost.ns_per_message + static_cast<double>(largest) * cost.ns_per_byte;
    const int cpus = cost.cpus > 0 ? cost.cpus : most;
    int best = 1;
    double best_ns = predicted_ns(policy, 1, cpus, work, longest);
    for (int workers = 2; workers <= std::min(most, cpus); ++workers) {
        const double ns = predicted_ns(policy, workers, cpus, work, longest);
        if (ns < best_ns) {
            best = workers;
            best_ns = ns;
        }
    }
    return best;
}

}  // namespace

BatchPolicy policy_before() {
    BatchPolicy policy;
    policy.cap = WorkerCap::count;
    policy.caller = CallerRole::joins;
    policy.probe = CpuProbe::per_call;
    return policy;
}

BatchPolicy policy_after() {
    return {};
}

Result<void> check(const BatchPolicy& policy, const BatchOptions& options) {
    if (options.threads && *options.threads < 1) {
        return fail(ErrorKind::usage,
                    *options.threads == 0 ? "threads is 0, and nobody would parse"
                                          : fmt::format("threads is {}", *options.threads),
                    "threads", "Give 1 or more, or leave it out for one per CPU.");
    }
    if (options.assumed_cpus && *options.assumed_cpus < 1) {
        return fail(ErrorKind::usage, fmt::format("assumed CPUs are {}", *options.assumed_cpus),
                    "assumed_cpus", "Give 1 or more, or leave it out for the CPUs there are.");
    }
    if (options.parse.strict && options.parse.mode == ParseMode::metadata) {
        return fail(ErrorKind::usage, "strict with mode metadata, which does not look at the body",
                    "strict", "Use mode full or lazy, or leave strict out.");
    }
    if (policy.bytes_per_worker == 0) {
        return fail(ErrorKind::usage, "bytes per worker are 0", "bytes_per_worker",
                    "Give 1 or more; 65536 is the usual choice.");
    }
    const CostModel& cost = policy.cost;
    if (policy.cap == WorkerCap::cost &&
        !(is_cost(cost.ns_per_message) && is_cost(cost.ns_per_byte) &&
          is_cost(cost.ns_per_thread) && is_cost(cost.speedup) && cost.cpus >= 0)) {
        return fail(ErrorKind::usage, "the cost model holds a number that is no cost", "cost",
                    "Give finite numbers of 0 or more, from a calibration on this machine.");
    }
    return {};
}

int worker_count(const BatchPolicy& policy, int limit, std::size_t messages, std::size_t bytes,
                 std::size_t largest) {
    const int most = std::max(1, std::min(limit, to_workers(messages)));
    switch (policy.cap) {
        case WorkerCap::count:
            return most;
        case WorkerCap::bytes:
            return std::clamp(to_workers(bytes / policy.bytes_per_worker), 1, most);
        case WorkerCap::cost:
            return cheapest(policy, most, messages, bytes, largest);
    }
    return 1;
}

}  // namespace stallscope
