// SPDX-License-Identifier: Apache-2.0
#include "run/batch_loop.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "workload/monotonic_clock.h"

namespace stallscope {
namespace {

/// Fingerprints cost about as much as parsing: so often one is taken, and of each batch's first.
constexpr std::int64_t judged_every_ns = 100'000'000;

void sleep_until(std::int64_t at_ns) {
    const timespec at{at_ns / 1'000'000'000, at_ns % 1'000'000'000};
    while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr) == EINTR) {
    }
}

/// Short pauses are spun: a sleep would let the CPU go to rest.
void pause_until(std::int64_t at_ns) {
    constexpr std::int64_t spun_ns = 200'000;
    if (at_ns - now_ns() > spun_ns) sleep_until(at_ns - spun_ns);
    while (now_ns() < at_ns) {
    }
}

rusage usage() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return used;
}

}  // namespace

Result<void> BatchLoop::run() {
    m_answered = m_last_judged = 0;
    m_counters = {{"threads_started", 0}, {"most_workers", 0}};
    m_ring.set_watermark(now_ns());
    sleep_until(m_times.start_ns.load());
    const rusage before = usage();
    if (auto done = call_until_stopped(); !done) return done;
    const rusage after = usage();
    m_counters["voluntary_switches"] = after.ru_nvcsw - before.ru_nvcsw;
    m_counters["involuntary_switches"] = after.ru_nivcsw - before.ru_nivcsw;
    for (int which = 0; which < m_call.distinct(); ++which) {
        if (const auto same = m_call.reference(which); !same) return tl::unexpected(same.error());
    }
    return {};
}

Result<void> BatchLoop::call_until_stopped() {
    const auto think_ns = static_cast<std::int64_t>(m_stream.think_ms * 1e6);
    std::int64_t threads_started = 0, most_workers = 0;
    std::int64_t arrival = now_ns();
    while (true) {
        if (think_ns > 0) pause_until(arrival);
        const std::int64_t submit = std::max(now_ns(), arrival);
        if (submit >= m_times.stop_ns.load(std::memory_order_relaxed)) break;
        const int which =
            static_cast<int>(m_requests % static_cast<std::uint64_t>(m_call.distinct()));
        auto result = m_call.call(which);
        const std::int64_t response = now_ns();
        if (!result) return tl::unexpected(result.error());
        threads_started += result->threads_started;
        most_workers = std::max<std::int64_t>(most_workers, result->workers);
        StampRecord record;
        record.kind = static_cast<std::uint32_t>(RecordKind::client);
        record.lane = static_cast<std::uint32_t>(m_lane);
        record.request = ++m_requests;
        record.t[ClientField::arrival] = arrival;
        record.t[ClientField::submit] = submit;
        record.t[ClientField::response] = response;
        record.t[ClientField::seed] = which;
        judge(*result, which, response, record);
        // The mails are gone before the next call comes.
        result->slots.clear();
        arrival = now_ns() + think_ns;
        m_ring.write(record);
        m_ring.set_watermark(arrival);
        ++m_answered;
    }
    m_counters["threads_started"] = threads_started;
    m_counters["most_workers"] = most_workers;
    return {};
}

void BatchLoop::judge(const BatchResult& result, int which, std::int64_t now, StampRecord& record) {
    const bool is_first = m_answered < m_call.distinct();
    const auto seed = static_cast<std::size_t>(which);
    if (seed >= m_stream.references.size() ||
        (!is_first && now - m_last_judged < judged_every_ns)) {
        record.t[ClientField::answer] = static_cast<std::int64_t>(Answer::unchecked);
        return;
    }
    m_last_judged = now;
    const std::uint64_t digest = digest_of_slots(result.slots);
    const bool same = digest == m_stream.references[seed];
    record.t[ClientField::answer] =
        static_cast<std::int64_t>(same ? Answer::match : Answer::mismatch);
    record.t[ClientField::digest] = static_cast<std::int64_t>(digest);
}

}  // namespace stallscope
