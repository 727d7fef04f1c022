// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_replay.h"

#include <algorithm>
#include <array>
#include <span>

#include "analysis/run_facts.h"
#include "core/stored_events.h"
#include "plan/schedule.h"
#include "plan/seal.h"

namespace stallscope::app {
namespace {

/// Rows per event: enough for speed, few enough for the first chart to come soon.
constexpr std::size_t batch_rows = 65'536;
/// What a sample occupies in columns.
constexpr std::size_t sample_bytes = sizeof(double) + 4 * sizeof(float);

class Teller {
public:
    Teller(const RunReader& run, const QString& file, EventQueue& queue,
           const std::atomic<bool>& stop)
        : m_run(run), m_file(file), m_queue(queue), m_stop(stop) {}

    Result<void> tell() {
        if (auto told = tell_plan(); !told) return told;
        const auto checks = m_run.checks();
        if (!checks) return tl::unexpected(checks.error());
        for (const StoredCheck& check : *checks) put(check_event(check));
        const auto visits = m_run.visits();
        if (!visits) return tl::unexpected(visits.error());
        for (const StoredVisit& stored : *visits) {
            if (m_stop) return {};
            put(started_event(stored, visits->front(), m_experiment));
            if (auto told = tell_rows(stored); !told) return told;
            put(finished_event(stored, std::exchange(m_counted, {})));
        }
        const auto findings = m_run.findings();
        if (!findings) return tl::unexpected(findings.error());
        for (const StoredFinding& finding : *findings) put(finding_event(finding));
        return tell_end(*visits);
    }

private:
    void put(EngineEvent event, std::size_t bytes = 256) {
        if (!m_stop) m_queue.put(std::move(event), bytes);
    }

    Result<void> tell_plan() {
        const auto engine = m_run.engine_version();
        const auto text = m_run.sealed_text();
        const auto sha256 = m_run.sealed_sha256();
        const auto decided = m_run.fact("decided");
        for (const auto* part : {&engine, &text, &sha256, &decided}) {
            if (!*part) return tl::unexpected(part->error());
        }
        auto experiment = unseal(*text);
        if (!experiment) return tl::unexpected(experiment.error());
        m_experiment = std::move(*experiment);
        // A run "until decided" stopped before the last cycle that it might have measured.
        m_experiment.cycles = decided_after(*decided).value_or(m_experiment.cycles);
        put(HelloEvent{events_schema, QString::fromStdString(*engine)});
        put(plan_event(m_experiment, QString::fromStdString(*sha256), m_file));
        return {};
    }

    Result<void> tell_rows(const StoredVisit& stored) {
        const auto streams = m_run.streams(stored.visit.id);
        if (!streams) return tl::unexpected(streams.error());
        for (const std::string& stream : *streams) {
            const auto requests = m_run.request_times(stored.visit.id, stream);
            if (!requests) return tl::unexpected(requests.error());
            tell_batches<RequestTimes>(stored, stream, *requests);
            if (!requests->empty()) continue;
            const auto calls = m_run.calls(stored.visit.id, stream);
            if (!calls) return tl::unexpected(calls.error());
            tell_batches<CallRow>(stored, stream, *calls);
        }
        return {};
    }

    template <class Row>
    void tell_batches(const StoredVisit& stored, const std::string& stream,
                      std::span<const Row> rows) {
        if (rows.empty()) return;
        const QString name = QString::fromStdString(stream);
        m_counted[name] += counted_in_window(rows, stored.visit.window_s);
        for (std::size_t first = 0; first < rows.size() && !m_stop; first += batch_rows) {
            const auto batch = rows.subspan(first, std::min(batch_rows, rows.size() - first));
            put(samples_event(stored.visit.id, name, batch), batch.size() * sample_bytes);
        }
    }

    Result<void> tell_end(const std::vector<StoredVisit>& visits) {
        const auto status = m_run.status();
        const auto reason = m_run.status_reason();
        if (!status || !reason) return tl::unexpected(status ? reason.error() : status.error());
        put(progress_event(m_experiment, visits));
        put(run_finished_event(*status, *reason, m_file));
        return {};
    }

    const RunReader& m_run;
    const QString& m_file;
    EventQueue& m_queue;
    const std::atomic<bool>& m_stop;
    Experiment m_experiment;
    QMap<QString, qint64> m_counted;
};

}  // namespace

RunReplay::RunReplay(std::shared_ptr<const RunReader> run, QString file, EventQueue& queue)
    : m_thread([this, run = std::move(run), file = std::move(file), &queue] {
          const auto told = Teller(*run, file, queue, m_stop).tell();
          if (!told && !m_stop) {
              for (const Problem& problem : problems_of(told.error())) queue.put(problem, 256);
          }
          queue.put(EndOfEvents{}, 0);
      }) {}

RunReplay::~RunReplay() {
    m_stop = true;
    m_thread.join();
}

}  // namespace stallscope::app
