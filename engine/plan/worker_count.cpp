// SPDX-License-Identifier: Apache-2.0
#include "plan/worker_count.h"

#include <algorithm>
#include <limits>

namespace stallscope {

namespace {

int to_workers(std::size_t count) {
    return static_cast<int>(std::min<std::size_t>(count, std::numeric_limits<int>::max()));
}

// No batch ends before its largest message.
double predicted_ns(const WorkerRule& rule, int workers, int cpus, double work, double longest) {
    return threads_started(rule.caller, workers) * rule.cost.ns_per_thread +
           std::max(work / shared_work(rule.cost, workers, cpus), longest);
}

int cheapest(const WorkerRule& rule, int most, const BatchSize& batch) {
    const CostModel& cost = rule.cost;
    const auto ns = [&](double messages, std::size_t bytes) {
        return messages * cost.ns_per_message + static_cast<double>(bytes) * cost.ns_per_byte;
    };
    const double work = ns(static_cast<double>(batch.messages), batch.bytes);
    const double longest = ns(1, batch.largest);
    const int cpus = cost.cpus > 0 ? cost.cpus : most;
    int best = 1;
    double best_ns = predicted_ns(rule, 1, cpus, work, longest);
    for (int workers = 2; workers <= std::min(most, cpus); ++workers) {
        const double predicted = predicted_ns(rule, workers, cpus, work, longest);
        if (predicted < best_ns) {
            best = workers;
            best_ns = predicted;
        }
    }
    return best;
}

}  // namespace

double shared_work(const CostModel& cost, int workers, int cpus) {
    if (workers < 2 || cpus < 2) return 1;
    const double speedup = cost.speedup > 0 ? cost.speedup : cpus;
    return 1 + (speedup - 1) * (std::min(workers, cpus) - 1) / (cpus - 1);
}

int threads_started(CallerRole caller, int workers) {
    if (workers < 2) return 0;
    return caller == CallerRole::works ? workers - 1 : workers;
}

int worker_count(const WorkerRule& rule, int limit, const BatchSize& batch) {
    const int most = std::max(1, std::min(limit, to_workers(batch.messages)));
    switch (rule.cap) {
        case WorkerCap::count:
            return most;
        case WorkerCap::bytes:
            return std::clamp(to_workers(batch.bytes / rule.bytes_per_worker), 1, most);
        case WorkerCap::cost:
            return cheapest(rule, most, batch);
    }
    return 1;
}

}  // namespace stallscope
