// SPDX-License-Identifier: Apache-2.0
#include "run/live_samples.h"

#include <limits>

namespace stallscope {
namespace {

constexpr auto period = std::chrono::milliseconds(50);

/// Milliseconds between two stamps; NaN where one was not taken.
double leg_ms(std::int64_t from, std::int64_t to) {
    if (from == not_taken || to == not_taken) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(to - from) / 1e6;
}

double seconds(std::int64_t ns) {
    return ns == not_taken ? std::numeric_limits<double>::quiet_NaN()
                           : static_cast<double>(ns) / 1e9;
}

}  // namespace

LiveSamples::Batch& LiveSamples::batch(const std::string& stream) {
    auto& found = m_batches[stream];
    found.samples.visit = m_visit;
    found.samples.stream = stream;
    return found;
}

void LiveSamples::add(const std::string& stream, std::span<const RequestRow> rows) {
    if (rows.empty()) return;
    auto& waiting = batch(stream);
    for (const auto& row : rows) {
        waiting.samples.at_s.push_back(seconds(row.arrival));
        waiting.samples.return_ms.push_back(leg_ms(row.service_end, row.received));
        waiting.samples.e2e_ms.push_back(leg_ms(row.submit, row.response));
        waiting.samples.occupancy_ms.push_back(leg_ms(row.dispatch, row.received));
        waiting.samples.service_ms.push_back(leg_ms(row.service_start, row.service_end));
    }
    send_when_due(waiting);
}

void LiveSamples::add(const std::string& stream, std::span<const CallRow> rows) {
    if (rows.empty()) return;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    auto& waiting = batch(stream);
    for (const auto& row : rows) {
        waiting.samples.at_s.push_back(seconds(row.start));
        waiting.samples.return_ms.push_back(none);
        waiting.samples.e2e_ms.push_back(leg_ms(row.start, row.end));
        waiting.samples.occupancy_ms.push_back(none);
        waiting.samples.service_ms.push_back(none);
    }
    send_when_due(waiting);
}

void LiveSamples::send_when_due(Batch& waiting) {
    const auto now = std::chrono::steady_clock::now();
    if (now - waiting.sent < period) return;
    waiting.sent = now;
    m_sink(waiting.samples);
    waiting.samples = {};
}

void LiveSamples::flush() {
    for (auto& [stream, waiting] : m_batches) {
        if (waiting.samples.at_s.empty()) continue;
        m_sink(waiting.samples);
        waiting.samples = {};
    }
}

}  // namespace stallscope
