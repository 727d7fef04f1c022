// SPDX-License-Identifier: Apache-2.0
#include "run/visit.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "record/planned_row.h"
#include "run/host_facts.h"
#include "run/live_samples.h"
#include "run/missing_places.h"
#include "run/window_measurement.h"

namespace stallscope {
namespace {

using SystemClock = std::chrono::system_clock;

std::int64_t unix_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               SystemClock::now().time_since_epoch())
        .count();
}

/// Stores a visit's rows and tells the listeners about them.
class VisitRows : public RowSink {
public:
    VisitRows(std::int64_t visit, RunWriter& writer, const EventSink& sink)
        : m_visit(visit), m_writer(writer), m_live(visit, sink) {}

    Result<void> origin(std::int64_t origin_ns) override {
        return m_writer.set_origin(m_visit, origin_ns);
    }
    Result<void> requests(const std::string& stream, std::span<const RequestRow> rows) override {
        m_live.add(stream, rows);
        return m_writer.add_requests(m_visit, stream, rows);
    }
    Result<void> calls(const std::string& stream, std::span<const CallRow> rows) override {
        m_live.add(stream, rows);
        return m_writer.add_calls(m_visit, stream, rows);
    }
    Result<void> samples(std::span<const SampleRow> rows) override {
        return m_writer.add_samples(m_visit, rows);
    }
    Result<void> commit() override { return m_writer.commit(); }

    void flush() { m_live.flush(); }

private:
    std::int64_t m_visit;
    RunWriter& m_writer;
    LiveSamples m_live;
};

class Visit {
public:
    Visit(const VisitContext& context, ResidentHosts& residents, RunWriter& writer)
        : m_context(context),
          m_experiment(*context.experiment),
          m_cell(*m_experiment.find_cell(context.scheduled.cell)),
          m_residents(residents),
          m_writer(writer) {}

    Result<VisitOutcome> measure() {
        auto id = begin();
        if (!id) return tl::unexpected(id.error());
        VisitRows rows(*id, m_writer, m_context.sink);
        auto window = measured(rows);
        rows.flush();
        MeasuredWindow ended;
        if (window) {
            ended = std::move(*window);
        } else {
            const Error& error = window.error();
            ended.end.status =
                error.kind == ErrorKind::cancelled ? VisitStatus::discarded : VisitStatus::failed;
            ended.end.reason =
                error.kind == ErrorKind::cancelled ? cancelled_reason : to_text(error);
        }
        if (auto judged = judge(ended); !judged) return tl::unexpected(judged.error());
        ended.end.host_start_s = m_host_start_s;
        if (ended.end.facts.empty()) ended.end.facts = "{}";
        if (auto stored = m_writer.end_visit(*id, ended.end); !stored) {
            return tl::unexpected(stored.error());
        }
        m_context.sink(events::VisitFinished{*id, word_for(ended.end.status), ended.end.reason,
                                             ended.counted});
        if (!window && (m_fatal || window.error().kind == ErrorKind::cancelled)) {
            return tl::unexpected(window.error());
        }
        VisitOutcome outcome{ended.end.status, ended.end.reason, {}};
        if (outcome.status == VisitStatus::discarded) {
            outcome.advice = advice_for(ended.blocked.front().id);
        }
        return outcome;
    }

private:
    static const char* word_for(VisitStatus status) {
        switch (status) {
            case VisitStatus::complete:
                return "complete";
            case VisitStatus::failed:
                return "failed";
            case VisitStatus::discarded:
                return "discarded";
        }
        return "failed";
    }

    /// A window that was disturbed from outside does not count; its rows stay.
    Result<void> judge(MeasuredWindow& ended) const {
        if (ended.end.status != VisitStatus::complete || ended.blocked.empty()) return {};
        const auto kept = m_context.keeps(ended.blocked);
        if (!kept) return tl::unexpected(kept.error());
        if (*kept) return {};
        ended.end.status = VisitStatus::discarded;
        ended.end.reason = in_one_sentence(ended.blocked);
        return {};
    }

    Result<std::int64_t> begin() {
        const auto& scheduled = m_context.scheduled;
        VisitRow row = planned_row(scheduled);
        row.attempt = m_context.attempt;
        row.position = m_context.position;
        row.before = m_context.before;
        row.started_unix_ns = unix_ns();
        auto id = m_writer.begin_visit(row);
        if (!id) return id;
        m_context.sink(events::VisitStarted{*id, scheduled.index, m_context.attempt,
                                            scheduled.cycle, scheduled.half, scheduled.cell,
                                            scheduled.condition, scheduled.planned_s});
        return id;
    }

    Result<MeasuredWindow> measured(VisitRows& rows) {
        const auto* condition = m_experiment.find_condition(m_context.scheduled.condition);
        const auto running = m_experiment.running(m_cell, *condition);
        const bool resident = m_cell.host.lifetime == Lifetime::cell;
        auto live = host_for(running);
        if (!live) return tl::unexpected(live.error());
        if (auto settled = settle(); !settled) return tl::unexpected(settled.error());
        WindowTimes times{m_experiment.windows.lead, m_experiment.windows.warm_up,
                          m_context.scheduled.window_s, m_experiment.windows.guard};
        auto window = measure_window(**live, m_cell.streams, running, m_cell.host.stamps, times,
                                     rows, m_context.tick);
        if (!window) {
            m_fatal = true;
            forget(resident);
            return window;
        }
        window->end.facts = host_facts_json(**live, window->counters);
        if (window->end.status != VisitStatus::complete) {
            forget(resident);
        } else if (!resident) {
            if (auto closed = (*live)->process().close(m_context.tick); !closed) {
                if (closed.error().kind == ErrorKind::cancelled) {
                    return tl::unexpected(closed.error());
                }
                window->end.status = VisitStatus::failed;
                window->end.reason = to_text(closed.error());
            }
        }
        return window;
    }

    Result<LiveHost*> host_for(const std::vector<std::string>& running) {
        const auto& preparation = *m_context.preparation;
        const bool resident = m_cell.host.lifetime == Lifetime::cell;
        if (resident) {
            if (const auto found = m_residents.find(m_cell.id); found != m_residents.end()) {
                return found->second.get();
            }
        }
        std::map<std::string, Stream> streams;
        if (resident) {
            streams = streams_ever_run(m_experiment, m_cell);
        } else {
            for (const auto& name : running) streams.emplace(name, m_cell.streams.at(name));
        }
        auto opened =
            LiveHost::open(m_cell.host, interpreter_of(m_cell.host, preparation),
                           to_open(m_cell.host, streams, preparation), m_experiment.directory,
                           m_context.surroundings, m_context.tick);
        if (!opened) return tl::unexpected(opened.error());
        m_host_start_s = opened->start_seconds();
        auto held = std::make_unique<LiveHost>(std::move(*opened));
        LiveHost* live = held.get();
        if (resident) {
            m_residents[m_cell.id] = std::move(held);
        } else {
            m_own = std::move(held);
        }
        return live;
    }

    void forget(bool resident) {
        if (resident) m_residents.erase(m_cell.id);
        m_own.reset();
    }

    Result<void> settle() const {
        const auto until = std::chrono::steady_clock::now() +
                           std::chrono::duration<double>(m_experiment.windows.settle);
        while (std::chrono::steady_clock::now() < until) {
            if (auto go_on = m_context.tick(); !go_on) return go_on;
            const auto left = until - std::chrono::steady_clock::now();
            std::this_thread::sleep_for(
                std::min<std::chrono::duration<double>>(left, std::chrono::milliseconds(10)));
        }
        return {};
    }

    const VisitContext& m_context;
    const Experiment& m_experiment;
    const Cell& m_cell;
    ResidentHosts& m_residents;
    RunWriter& m_writer;
    std::unique_ptr<LiveHost> m_own;
    double m_host_start_s = 0;
    bool m_fatal = false;
};

}  // namespace

Result<VisitOutcome> measure_visit(const VisitContext& context, ResidentHosts& residents,
                                   RunWriter& writer) {
    return Visit(context, residents, writer).measure();
}

}  // namespace stallscope
