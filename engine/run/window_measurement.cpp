// SPDX-License-Identifier: Apache-2.0
#include "run/window_measurement.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>

#include "record/request_join.h"
#include "run/window_readings.h"

namespace stallscope {
namespace {

constexpr std::int64_t ms = 1'000'000;
// Streams start this much after they were told to, so that every thread is asleep by then.
constexpr std::int64_t start_delay_ns = 30 * ms;
// How long counted requests may take after the window; and a silent host after that.
constexpr std::int64_t longest_drain_ns = 10'000 * ms;
constexpr double longest_silence_s = 10;
constexpr std::int64_t commit_period_ns = 500 * ms;

std::int64_t now_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

std::int64_t ns(double seconds) {
    return static_cast<std::int64_t>(seconds * 1e9);
}

class Window {
public:
    Window(LiveHost& live, const std::map<std::string, Stream>& streams,
           const std::vector<std::string>& running, Instrumentation stamps,
           const WindowTimes& times, RowSink& sink, const Tick& outer)
        : m_live(live),
          m_running(running),
          m_sink(sink),
          m_outer(outer),
          m_start_ns(now_ns() + start_delay_ns),
          m_origin_ns(m_start_ns + ns(times.lead_s) + ns(times.warm_up_s)),
          m_end_ns(m_origin_ns + ns(times.window_s)),
          m_guard_end_ns(m_end_ns + ns(times.guard_s)),
          m_window_ns(m_end_ns - m_origin_ns),
          m_join(expected(live, streams, running, stamps), m_origin_ns),
          m_readings(live, m_origin_ns) {
        for (const auto& lane : live.lanes()) {
            if (lane.role == protocol::Role::client && runs(lane.stream)) {
                m_clients.push_back(lane.ring);
            }
        }
        m_watermarks.assign(live.lanes().size(), 0);
    }

    Result<MeasuredWindow> measure() {
        if (auto told = m_sink.origin(m_origin_ns); !told) return tl::unexpected(told.error());
        m_live.arena().start_at(m_start_ns);
        // The whole visit is one wait for `visit_done`; its limit is the latest end that is
        // allowed.
        const double limit_s =
            static_cast<double>(m_guard_end_ns + longest_drain_ns - now_ns()) / 1e9 +
            longest_silence_s;
        auto done = m_live.process().ask<protocol::VisitDone>(protocol::visit_line(m_running),
                                                              limit_s, "end of the visit",
                                                              [this] { return tick(); });
        if (m_stopped_by) return tl::unexpected(*m_stopped_by);
        const auto ended_at = now_ns();
        if (done) m_measured.counters = done->counters;
        if (!done) {
            m_measured.end.reason = to_text(done.error());
        } else if (ended_at < m_end_ns) {
            m_signals.ended_after_s =
                static_cast<double>(std::max(std::int64_t{0}, ended_at - m_origin_ns)) / 1e9;
        }
        if (const auto samples = m_readings.last_look(ended_at); !samples.empty()) {
            if (auto stored = m_sink.samples(samples); !stored) {
                return tl::unexpected(stored.error());
            }
        }
        if (auto last = drain(true); !last) return tl::unexpected(last.error());
        judge();
        return std::move(m_measured);
    }

private:
    static std::vector<JoinStream> expected(const LiveHost& live,
                                            const std::map<std::string, Stream>& streams,
                                            const std::vector<std::string>& running,
                                            Instrumentation stamps) {
        std::vector<JoinStream> all;
        for (const auto& name : running) {
            JoinStream stream;
            stream.name = name;
            stream.loop = std::holds_alternative<LoopLoad>(streams.at(name).load);
            stream.stamped = stamps != Instrumentation::off;
            for (const auto& lane : live.lanes()) {
                if (lane.stream == name) stream.lanes.insert(static_cast<std::uint32_t>(lane.ring));
            }
            all.push_back(std::move(stream));
        }
        return all;
    }

    bool runs(const std::string& stream) const {
        return std::find(m_running.begin(), m_running.end(), stream) != m_running.end();
    }

    /// Runs every few milliseconds while the host measures. Errors that are not the host's end the
    /// visit and are remembered as such.
    Result<void> tick() {
        if (auto go_on = m_outer(); !go_on) {
            m_stopped_by = go_on.error();
            return go_on;
        }
        const auto now = now_ns();
        // First of all: the machine is read as close to the window's ends as the tick allows.
        const auto samples = m_readings.look(now, m_end_ns);
        if (auto stored = drain(false); !stored) {
            m_stopped_by = stored.error();
            return stored;
        }
        if (m_corrupt) return fail(ErrorKind::measurement, m_corrupt_reason);
        stop_when_answered(now);
        if (samples.empty()) return {};
        if (auto stored = m_sink.samples(samples); !stored) {
            m_stopped_by = stored.error();
            return stored;
        }
        return {};
    }

    /// Every counted request has its response once every client's watermark has passed the end.
    void stop_when_answered(std::int64_t now) {
        if (m_stop_told || now < m_guard_end_ns) return;
        const bool answered = std::all_of(m_clients.begin(), m_clients.end(), [this](int ring) {
            return m_watermarks[static_cast<std::size_t>(ring)] >= m_end_ns;
        });
        if (!answered && now < m_end_ns + longest_drain_ns) return;
        m_live.arena().stop_at(now);
        m_stop_told = true;
    }

    Result<void> drain(bool last) {
        for (const auto& lane : m_live.lanes()) {
            m_records.clear();
            const auto drained =
                m_live.arena().reader(static_cast<std::uint32_t>(lane.ring)).drain(m_records);
            m_measured.end.overflowed += static_cast<std::int64_t>(drained.dropped);
            m_watermarks[static_cast<std::size_t>(lane.ring)] = drained.watermark;
            if (drained.corrupt && !m_corrupt) {
                m_corrupt = true;
                m_corrupt_reason = fmt::format(
                    "the host's {} of stream {} wrote nonsense into the head of its ring",
                    role_name(lane.role), lane.stream);
            }
            for (const auto& record : m_records) m_join.feed(lane.stream, record);
        }
        if (auto stored = store(m_join.take_finished()); !stored) return stored;
        if (last) {
            if (auto stored = store(m_join.finish()); !stored) return stored;
        }
        const auto now = now_ns();
        if (last || now - m_committed_ns > commit_period_ns) {
            m_committed_ns = now;
            return m_sink.commit();
        }
        return {};
    }

    Result<void> store(const RequestJoin::Rows& rows) {
        for (const auto& [stream, requests] : rows.requests) {
            for (const auto& row : requests) count_request(stream, row);
            if (auto stored = m_sink.requests(stream, requests); !stored) return stored;
        }
        for (const auto& [stream, calls] : rows.calls) {
            for (const auto& row : calls) {
                if (in_window(row.start)) ++m_measured.counted[stream];
            }
            if (auto stored = m_sink.calls(stream, calls); !stored) return stored;
        }
        return {};
    }

    void count_request(const std::string& stream, const RequestRow& row) {
        if (!in_window(row.arrival)) return;
        if (row.response == not_taken) {
            ++m_measured.end.unfinished;
        } else {
            ++m_measured.counted[stream];
        }
    }

    bool in_window(std::int64_t at) const { return at != not_taken && at >= 0 && at < m_window_ns; }

    void judge() {
        auto& end = m_measured.end;
        end.unmatched = unmatched_json(m_join.unmatched());
        // A client that is still waiting has written nothing: its request is known by its
        // watermark, which stands before the window's end.
        for (const int ring : m_clients) {
            if (m_watermarks[static_cast<std::size_t>(ring)] < m_end_ns) ++end.unfinished;
        }
        m_signals.window_s = static_cast<double>(m_window_ns) / 1e9;
        m_signals.overflowed = end.overflowed;
        m_readings.fill(end, m_signals.window_s);
        m_readings.fill(m_signals);
        m_measured.blocked = block_reasons(m_signals);
        // What is not whole has failed, whatever somebody would like to keep.
        for (const auto& reason : m_measured.blocked) {
            if (reason.rows_missing && end.reason.empty()) end.reason = reason.says;
        }
        if (m_corrupt) end.reason = m_corrupt_reason;
        end.status = end.reason.empty() ? VisitStatus::complete : VisitStatus::failed;
    }

    static const char* role_name(protocol::Role role) {
        switch (role) {
            case protocol::Role::client:
                return "client";
            case protocol::Role::loop:
                return "loop";
            case protocol::Role::dispatcher:
                return "dispatcher";
            case protocol::Role::worker:
                return "worker";
        }
        return "thread";
    }

    LiveHost& m_live;
    const std::vector<std::string>& m_running;
    RowSink& m_sink;
    const Tick& m_outer;
    const std::int64_t m_start_ns, m_origin_ns, m_end_ns, m_guard_end_ns, m_window_ns;
    RequestJoin m_join;
    WindowReadings m_readings;
    WindowSignals m_signals;
    std::vector<int> m_clients;
    std::vector<std::int64_t> m_watermarks;
    std::vector<StampRecord> m_records;
    std::int64_t m_committed_ns = 0;
    bool m_stop_told = false, m_corrupt = false;
    std::string m_corrupt_reason;
    std::optional<Error> m_stopped_by;
    MeasuredWindow m_measured;
};

}  // namespace

Result<MeasuredWindow> measure_window(LiveHost& live, const std::map<std::string, Stream>& streams,
                                      const std::vector<std::string>& running,
                                      Instrumentation stamps, const WindowTimes& times,
                                      RowSink& sink, const Tick& tick) {
    return Window(live, streams, running, stamps, times, sink, tick).measure();
}

}  // namespace stallscope
