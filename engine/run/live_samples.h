// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "record/rows.h"
#include "run/conductor.h"

namespace stallscope {

/// Turns finished rows into `samples` events: one per stream and 50 ms at most.
class LiveSamples {
public:
    LiveSamples(std::int64_t visit, const EventSink& sink) : m_visit(visit), m_sink(sink) {}
    void add(const std::string& stream, std::span<const RequestRow> rows);
    void add(const std::string& stream, std::span<const CallRow> rows);
    /// Sends what is waiting.
    void flush();

private:
    struct Batch {
        events::Samples samples;
        std::chrono::steady_clock::time_point sent{};
    };
    Batch& batch(const std::string& stream);
    void send_when_due(Batch& batch);

    std::int64_t m_visit;
    const EventSink& m_sink;
    std::map<std::string, Batch> m_batches;
};

}  // namespace stallscope
