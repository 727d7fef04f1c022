// SPDX-License-Identifier: Apache-2.0
#include "workload/timed_workload.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "workload/digest.h"
#include "workload/monotonic_clock.h"
#include "workload/seeded_number.h"

namespace stallscope {
namespace {

constexpr double longest_ms = 60'000;

enum class Way { sleep_until, usleep, spin };

/// Sleeps `ns` or less; a signal may end it early.
void sleep_at_most(std::int64_t ns) {
    timespec time{};
    time.tv_sec = static_cast<time_t>(ns / 1'000'000'000);
    time.tv_nsec = static_cast<long>(ns % 1'000'000'000);
    nanosleep(&time, nullptr);
}

void sleep_until(std::int64_t deadline) {
#ifdef __APPLE__  // has no clock_nanosleep
    for (auto now = now_ns(); now < deadline; now = now_ns()) sleep_at_most(deadline - now);
#else
    timespec time{};
    time.tv_sec = static_cast<time_t>(deadline / 1'000'000'000);
    time.tv_nsec = static_cast<long>(deadline % 1'000'000'000);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) {
    }
#endif
}

/// usleep is given whole seconds by nanosleep first: POSIX allows it to refuse a million and more.
void usleep_until(std::int64_t deadline) {
    for (auto now = now_ns(); now < deadline; now = now_ns()) {
        const std::int64_t left = deadline - now;
        if (left >= 1'000'000'000) {
            sleep_at_most(left - 500'000'000);
        } else {
            usleep(static_cast<useconds_t>((left + 999) / 1000));
        }
    }
}

void spin_until(std::int64_t deadline) {
    while (now_ns() < deadline) {
    }
}

class TimedRun final : public WorkloadRun {
public:
    TimedRun(Way way, double ms, double spread_ms)
        : m_way(way), m_ms(ms), m_spread_ms(spread_ms), m_answer(16) {}

    Result<CallSpan> call(std::uint64_t seed) override {
        CallSpan span;
        span.native_enter = now_ns();
        const std::int64_t deadline = span.native_enter + requested_ns(m_ms, m_spread_ms, seed);
        switch (m_way) {
            case Way::sleep_until:
                sleep_until(deadline);
                break;
            case Way::usleep:
                usleep_until(deadline);
                break;
            case Way::spin:
                spin_until(deadline);
                break;
        }
        const std::array<std::uint64_t, 2> words{seed, seeded_bits(seed, 1)};
        std::memcpy(m_answer.data(), words.data(), m_answer.size());
        span.digest = digest_of(m_answer);
        span.native_exit = now_ns();
        return span;
    }

    const std::vector<std::byte>& answer() const override { return m_answer; }

    WorkloadFacts facts() const override {
        WorkloadFacts facts;
        facts.device = m_way == Way::spin ? "busy CPU" : "sleep";
        facts.device_timer = "host span";
        return facts;
    }

    Result<double> verify(std::uint64_t) override { return 0.0; }

private:
    Way m_way;
    double m_ms;
    double m_spread_ms;
    std::vector<std::byte> m_answer;
};

Result<double> known_length(const Length& length, const char* kind) {
    const double* ms = std::get_if<double>(&length);
    if (ms == nullptr) {
        return fail(
            ErrorKind::experiment,
            fmt::format("the length of this {} was not measured before it was opened", kind), "/ms",
            "measure the named stream first and put its length in");
    }
    if (!(*ms >= 0 && *ms <= longest_ms)) {
        return fail(ErrorKind::experiment, fmt::format("a {} of {} ms is out of range", kind, *ms),
                    "/ms", "use 0 to 60,000 ms");
    }
    return *ms;
}

Result<std::unique_ptr<WorkloadRun>> open_timed(const Length& length, double spread_ms, Way way,
                                                const char* kind) {
    const auto ms = known_length(length, kind);
    if (!ms) return tl::unexpected(ms.error());
    if (!(spread_ms >= 0 && spread_ms <= longest_ms)) {
        return fail(ErrorKind::experiment,
                    fmt::format("a spread of {} ms is out of range", spread_ms), "/spread_ms",
                    "use 0 to 60,000 ms");
    }
    return std::make_unique<TimedRun>(way, *ms, spread_ms);
}

}  // namespace

std::int64_t requested_ns(double ms, double spread_ms, std::uint64_t seed) {
    return std::llround((ms + spread_ms * seeded_uniform(seed, 0)) * 1e6);
}

Result<std::unique_ptr<WorkloadRun>> open_wait(const WaitWorkload& spec) {
    Way way = Way::sleep_until;
    if (spec.mode == WaitMode::usleep) way = Way::usleep;
    if (spec.mode == WaitMode::spin) way = Way::spin;
    return open_timed(spec.ms, spec.spread_ms, way, "wait");
}

Result<std::unique_ptr<WorkloadRun>> open_spin(const SpinWorkload& spec) {
    return open_timed(spec.ms, spec.spread_ms, Way::spin, "spin");
}

}  // namespace stallscope
