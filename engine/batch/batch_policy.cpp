// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_policy.h"

#include <fmt/format.h>

#include <cmath>

namespace stallscope {

namespace {

bool is_cost(double value) {
    return std::isfinite(value) && value >= 0;
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

}  // namespace stallscope
