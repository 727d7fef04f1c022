// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "batch/batch_policy.h"
#include "batch/mail_parser.h"
#include "plan/result.h"

namespace stallscope {

struct BatchResult {
    std::vector<Slot> slots;  ///< one per message, in input order
    int workers = 0;          ///< that shared the batch, the caller among them if it works
    int threads_started = 0;  ///< by this call; a pool starts them once
    int cpus = 0;             ///< found (or assumed); 0: `threads` was given, nobody counted
};

/// Parses batches by one policy. Keeps what the policy keeps between calls: the number of CPUs and
/// the pool's threads, which sleep. One call at a time.
class BatchScheduler {
public:
    explicit BatchScheduler(BatchPolicy policy);
    ~BatchScheduler();  ///< ends the pool's threads
    BatchScheduler(const BatchScheduler&) = delete;
    BatchScheduler& operator=(const BatchScheduler&) = delete;

    /// Slots do not depend on the policy or on threads. Error: options that check() refuses; a
    /// worker that threw (after the others have ended; kind measurement); no thread to be had; the
    /// first bad slot where `raise_on_error` asks for it.
    Result<BatchResult> parse_many(std::span<const std::string_view> messages,
                                   const MailParser& parser, const BatchOptions& options);

    const BatchPolicy& policy() const { return m_policy; }

private:
    class Pool;
    int cpus();
    BatchPolicy m_policy;
    int m_cpus = 0;  ///< 0: not counted yet
    std::unique_ptr<Pool> m_pool;
};

/// Fingerprints of the slots, for comparing two results slot by slot.
std::vector<std::uint64_t> digests_of(std::span<const Slot> slots);

}  // namespace stallscope
