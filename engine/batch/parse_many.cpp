// SPDX-License-Identifier: Apache-2.0
#include "batch/parse_many.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "batch/claim_cursor.h"
#include "batch/cpu_count.h"
#include "batch/worker_pool.h"

namespace stallscope {

class BatchScheduler::Pool : public WorkerPool {};

namespace {

struct Batch {
    std::span<const std::string_view> messages;
    const MailParser& parser;
    const ParseOptions& options;
    std::vector<Slot>& slots;
    ClaimCursor cursor;
    std::mutex mutex;
    std::exception_ptr failure;  // the first; guarded by mutex
};

// What the caller and every worker run.
void work(void* context) noexcept {
    Batch& batch = *static_cast<Batch*>(context);
    try {
        for (auto block = batch.cursor.claim(); block.begin != block.end;
             block = batch.cursor.claim()) {
            for (std::size_t i = block.begin; i < block.end; ++i) {
                batch.slots[i] = batch.parser.parse(batch.messages[i], batch.options);
            }
        }
    } catch (...) {
        batch.cursor.close();
        const std::lock_guard lock(batch.mutex);
        if (!batch.failure) batch.failure = std::current_exception();
    }
}

// The same for one worker: nothing to claim, and the slots are made where they stay.
void work_alone(Batch& batch) noexcept {
    try {
        batch.slots.reserve(batch.messages.size());
        for (const std::string_view message : batch.messages) {
            batch.slots.push_back(batch.parser.parse(message, batch.options));
        }
    } catch (...) {
        batch.failure = std::current_exception();
    }
}

// Joins what was started, also when a further thread is not to be had.
class SpawnedThreads {
public:
    SpawnedThreads(int count, Batch& batch) {
        m_threads.reserve(static_cast<std::size_t>(count));
        try {
            for (int i = 0; i < count; ++i) m_threads.emplace_back(work, &batch);
        } catch (...) {
            batch.cursor.close();
            join();
            throw;
        }
    }
    ~SpawnedThreads() { join(); }
    SpawnedThreads(const SpawnedThreads&) = delete;
    SpawnedThreads& operator=(const SpawnedThreads&) = delete;

private:
    void join() {
        for (std::thread& thread : m_threads) thread.join();
        m_threads.clear();
    }
    std::vector<std::thread> m_threads;
};

std::string words_of(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& error) {
        return error.what();
    } catch (...) {
        return "something that is no std::exception";
    }
}

}  // namespace

BatchScheduler::BatchScheduler(BatchPolicy policy) : m_policy(policy) {}

BatchScheduler::~BatchScheduler() = default;

int BatchScheduler::cpus() {
    if (m_policy.probe == CpuProbe::per_call) return count_cpus();
    if (m_cpus == 0) m_cpus = count_cpus();
    return m_cpus;
}

Result<BatchResult> BatchScheduler::parse_many(std::span<const std::string_view> messages,
                                               const MailParser& parser,
                                               const BatchOptions& options) {
    if (auto checked = check(m_policy, options); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    BatchResult result;
    if (!options.threads) result.cpus = cpus();
    if (!options.threads && options.assumed_cpus) result.cpus = *options.assumed_cpus;

    BatchSize size{messages.size(), 0, 0};
    for (const std::string_view message : messages) {
        size.bytes += message.size();
        size.largest = std::max(size.largest, message.size());
    }
    const int limit = options.threads.value_or(result.cpus);
    result.workers = worker_count(m_policy, limit, size);

    Batch batch{messages,
                parser,
                options.parse,
                result.slots,
                ClaimCursor(messages.size(), result.workers, m_policy.claiming),
                {},
                {}};
    if (result.workers > 1) result.slots.resize(messages.size());
    const bool caller_works = m_policy.caller == CallerRole::works;
    const int helpers = result.workers - (caller_works ? 1 : 0);
    try {
        if (result.workers == 1) {
            work_alone(batch);
        } else if (m_policy.threads == WorkerThreads::pool) {
            if (!m_pool) m_pool = std::make_unique<Pool>();
            result.threads_started = m_pool->start(helpers, work, &batch);
            if (caller_works) work(&batch);
            m_pool->wait();
        } else {
            const SpawnedThreads spawned(helpers, batch);
            result.threads_started = helpers;
            if (caller_works) work(&batch);
        }
    } catch (const std::system_error& error) {
        return fail(ErrorKind::measurement,
                    fmt::format("no thread for {} workers: {}", result.workers, error.what()),
                    "threads", "Allow fewer threads, or raise the limit on processes (ulimit -u).");
    }
    if (batch.failure) {
        return fail(
            ErrorKind::measurement,
            fmt::format("a worker of parser {} threw: {}", parser.name(), words_of(batch.failure)),
            "parse_many", "The other workers have ended. This is a bug in the parser.");
    }
    if (options.raise_on_error) {
        const auto bad = std::find_if(result.slots.begin(), result.slots.end(),
                                      [](const Slot& slot) { return !slot; });
        if (bad != result.slots.end()) {
            return fail(ErrorKind::measurement, bad->error().says,
                        fmt::format("message {}", bad - result.slots.begin()),
                        "Leave raise_on_error out to get the other messages.");
        }
    }
    return result;
}

std::vector<std::uint64_t> digests_of(std::span<const Slot> slots) {
    std::vector<std::uint64_t> digests;
    digests.reserve(slots.size());
    for (const Slot& slot : slots) digests.push_back(digest_of(slot));
    return digests;
}

}  // namespace stallscope
