// SPDX-License-Identifier: Apache-2.0
#include "run/cost_sampling.h"

#include <algorithm>

#include "analysis/detector_statistics.h"
#include "run/batch_call.h"
#include "workload/monotonic_clock.h"

namespace stallscope {
namespace {

constexpr int distinct = 4;
constexpr int rounds = 3;
constexpr std::int64_t round_ns = 10'000'000;

struct Size {
    int messages = 0, bytes = 0;
};

/// From below any crossover to well above it, with few long messages and with many short ones.
constexpr Size sizes[] = {{16, 300},   {16, 1'500}, {128, 300},  {4, 8'000},
                          {16, 8'000}, {64, 4'000}, {8, 64'000}, {16, 128'000}};

/// One size with one number of workers.
struct Trial {
    CostSample sample;
    BatchCall call;
    std::vector<double> ns;
};

/// 1, 2, 4 … and as many as there are CPUs.
std::vector<int> worker_numbers(int cpus) {
    std::vector<int> numbers;
    for (int workers = 1; workers < cpus; workers *= 2) numbers.push_back(workers);
    numbers.push_back(std::max(1, cpus));
    return numbers;
}

Result<std::vector<Trial>> trials_of(const MailWorkload& workload, int cpus) {
    const CallerRole role = workload.caller == "joins" ? CallerRole::joins : CallerRole::works;
    std::vector<Trial> trials;
    for (const Size& size : sizes) {
        for (const int workers : worker_numbers(cpus)) {
            if (workers > size.messages) continue;
            MailWorkload mail = workload;
            mail.mails = {};
            mail.mails.made.clear();
            mail.mails.messages = size.messages;
            mail.mails.bytes = size.bytes;
            mail.cap = "count";
            mail.threads = workers;
            mail.assumed_cpus.reset();
            auto call = BatchCall::open(mail, distinct);
            if (!call) return tl::unexpected(call.error());
            const auto messages = static_cast<std::size_t>(size.messages);
            const auto each = static_cast<std::size_t>(size.bytes);
            // As the rule counts them: a pool has them already and wakes them.
            const int started = threads_started(role, workers);
            trials.push_back(
                {{{messages, messages * each, each}, workers, started, 0}, std::move(*call), {}});
        }
    }
    return trials;
}

Result<void> time_for_a_round(Trial& trial) {
    const std::int64_t until = now_ns() + round_ns;
    for (int i = 0; i < 3 || now_ns() < until; ++i) {
        const std::int64_t begin = now_ns();
        const auto result = trial.call.call(i % distinct);
        const std::int64_t end = now_ns();
        if (!result) return tl::unexpected(result.error());
        if (i > 0) trial.ns.push_back(static_cast<double>(end - begin));
    }
    return {};
}

}  // namespace

Result<std::vector<CostSample>> sample_costs(const MailWorkload& workload, int cpus) {
    auto trials = trials_of(workload, cpus);
    if (!trials) return tl::unexpected(trials.error());
    // All trials in every round: a busy moment meets each of them once.
    for (int round = 0; round < rounds; ++round) {
        for (Trial& trial : *trials)
            if (auto done = time_for_a_round(trial); !done) return tl::unexpected(done.error());
    }
    std::vector<CostSample> samples;
    for (Trial& trial : *trials) {
        trial.sample.ns = std::max(1.0, median_of(std::move(trial.ns)));
        samples.push_back(trial.sample);
    }
    return samples;
}

}  // namespace stallscope
