// SPDX-License-Identifier: Apache-2.0
#include "workload/device_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "workload/monotonic_clock.h"

namespace stallscope::opencl {
namespace {

/// In the order in which they are believed when more than one fits.
constexpr std::array<std::pair<clockid_t, const char*>, 3> system_clocks{
    {{CLOCK_MONOTONIC_RAW, "CLOCK_MONOTONIC_RAW"},
     {CLOCK_MONOTONIC, "CLOCK_MONOTONIC"},
     {CLOCK_REALTIME, "CLOCK_REALTIME"}}};

constexpr int markers_to_find = 5;
constexpr int markers_per_anchor = 3;
constexpr std::int64_t anchor_lasts_ns = 500'000'000;
/// Two oscillators may run apart by this much between anchors.
constexpr double drift = 100e-6;

using Readings = std::array<std::int64_t, system_clocks.size()>;

Readings read_all() {
    Readings readings{};
    for (std::size_t i = 0; i < readings.size(); ++i) {
        readings[i] = clock_ns(system_clocks[i].first);
    }
    return readings;
}

/// Runs an empty command and returns when it ended, in the device's time.
Result<std::int64_t> marker_end(const OpenedDevice& opened) {
    const Api& api = *opened.api;
    Event event = nullptr;
    Status status = api.enqueue_marker(opened.queue.get(), 0, nullptr, &event);
    if (status != success) {
        return tl::unexpected(
            status_error("clEnqueueMarkerWithWaitList", "reading the device's clock", status));
    }
    const Handle<Event> owned(opened.api, event, &Api::release_event);
    status = api.finish(opened.queue.get());
    std::uint64_t end = 0;
    if (status == success) {
        status = api.get_profiling(event, profiling_end, sizeof end, &end, nullptr);
    }
    if (status != success) {
        return tl::unexpected(
            status_error("clGetEventProfilingInfo", "reading the device's clock", status));
    }
    return static_cast<std::int64_t>(end);
}

/// The tightest of a few markers between two readings of CLOCK_MONOTONIC.
Result<DeviceClock::Anchor> marker_anchor(const OpenedDevice& opened) {
    DeviceClock::Anchor best;
    for (int i = 0; i < markers_per_anchor; ++i) {
        const std::int64_t before = now_ns();
        const auto end = marker_end(opened);
        const std::int64_t after = now_ns();
        if (!end) return tl::unexpected(end.error());
        const std::int64_t half = (after - before + 1) / 2;
        if (i == 0 || half < best.half_width_ns) best = {before + half - *end, half};
    }
    return best;
}

}  // namespace

Result<DeviceClock> DeviceClock::find(const OpenedDevice& opened) {
    std::array<bool, system_clocks.size()> fits{};
    fits.fill(true);
    for (int i = 0; i < markers_to_find; ++i) {
        const Readings before = read_all();
        const auto end = marker_end(opened);
        const Readings after = read_all();
        if (!end) return tl::unexpected(end.error());
        for (std::size_t c = 0; c < fits.size(); ++c) {
            fits[c] = fits[c] && before[c] <= *end && *end <= after[c];
        }
    }
    DeviceClock clock;
    const Readings now = read_all();
    std::size_t chosen = fits.size();
    for (std::size_t c = 0; c < fits.size(); ++c) {
        if (!fits[c]) continue;
        if (chosen == fits.size()) {
            chosen = c;
            clock.m_clock = system_clocks[c].first;
        } else {
            clock.m_doubt_ns = std::max(clock.m_doubt_ns, std::abs(now[c] - now[chosen]));
        }
    }
    if (!clock.m_clock) {
        const auto first = marker_anchor(opened);
        if (!first) return tl::unexpected(first.error());
        clock.m_marker = *first;
        clock.m_marker_at_ns = now_ns();
    }
    return clock;
}

DeviceClock::Anchor DeviceClock::pair() const {
    constexpr int tries = 3;
    constexpr std::int64_t tight_ns = 500;
    Anchor best;
    for (int i = 0; i < tries; ++i) {
        const std::int64_t before = now_ns();
        const std::int64_t device = clock_ns(*m_clock);
        const std::int64_t half = (now_ns() - before + 1) / 2;
        if (i == 0 || half < best.half_width_ns) best = {before + half - device, half};
        if (half <= tight_ns) break;  // else something came between the readings
    }
    best.half_width_ns += m_doubt_ns;
    return best;
}

Result<DeviceClock::Anchor> DeviceClock::anchor(const OpenedDevice& opened) {
    if (m_clock) return pair();
    const std::int64_t age = now_ns() - m_marker_at_ns;
    if (age > anchor_lasts_ns) {
        const auto fresh = marker_anchor(opened);
        if (!fresh) return tl::unexpected(fresh.error());
        m_marker = *fresh;
        m_marker_at_ns = now_ns();
        return m_marker;
    }
    Anchor aged = m_marker;
    aged.half_width_ns += static_cast<std::int64_t>(static_cast<double>(age) * drift);
    return aged;
}

std::string DeviceClock::relation() const {
    if (!m_clock) {
        return fmt::format("the device's own, mapped by marker events (± {} ns)",
                           m_marker.half_width_ns);
    }
    const auto* const named =
        std::ranges::find(system_clocks, *m_clock, &std::pair<clockid_t, const char*>::first);
    if (*m_clock == CLOCK_MONOTONIC) return named->second;
    return fmt::format("{}, mapped by pairs of readings (± {} ns)", named->second,
                       pair().half_width_ns);
}

}  // namespace stallscope::opencl
