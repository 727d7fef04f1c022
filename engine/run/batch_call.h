// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "batch/corpus.h"
#include "batch/parse_many.h"
#include "plan/workload_spec.h"

namespace stallscope {

/// A mail workload that is ready to be called: its batches in memory, its parser, its scheduler.
class BatchCall {
public:
    /// `distinct`: how many batches take turns. Error: no such parser or corpus, a batch that
    /// cannot be made.
    static Result<BatchCall> open(const MailWorkload& workload, int distinct);
    BatchCall(BatchCall&&) noexcept;
    ~BatchCall();

    int distinct() const;
    /// Parses batch number `which` by the workload's policy. Error: as BatchScheduler::parse_many.
    Result<BatchResult> call(int which);
    /// Parses it once more on one worker, which is what the slots have to be, whoever shares the
    /// work, and compares slot by slot. The fingerprint of the batch's slots. Error: the first slot
    /// that differs.
    Result<std::uint64_t> reference(int which);

    /// One line of JSON: parser and version, how many messages and bytes a batch has, the batches'
    /// description and SHA-256.
    std::string description() const;

private:
    struct Opened;
    explicit BatchCall(std::unique_ptr<Opened> opened);
    std::unique_ptr<Opened> m_opened;
};

/// Fingerprint of a batch's slots, in their order.
std::uint64_t digest_of_slots(const std::vector<Slot>& slots);

}  // namespace stallscope
