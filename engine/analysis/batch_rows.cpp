// SPDX-License-Identifier: Apache-2.0
#include "analysis/batch_rows.h"

#include <algorithm>

#include "analysis/quantile.h"
#include "analysis/run_facts.h"

namespace stallscope {
namespace {

constexpr const char* stream = "batch";

/// Adds up the visits of one cell.
class CellBatches {
public:
    explicit CellBatches(BatchRow& row) : m_row(row) {}

    void add(const StoredVisit& visit, const std::vector<RequestTimes>& rows) {
        const auto window_ns = static_cast<std::int64_t>(visit.visit.window_s * 1e9);
        std::vector<std::int64_t> calls_ns;
        std::int64_t answered = 0;
        for (const RequestTimes& row : rows) {
            if (row.submit == not_taken || row.response == not_taken) continue;
            ++answered;
            if (row.arrival < 0 || row.arrival >= window_ns) continue;
            calls_ns.push_back(row.response - row.submit);
        }
        if (!calls_ns.empty()) {
            m_least_ns.push_back(*std::min_element(calls_ns.begin(), calls_ns.end()));
            const double p50 = *quantile(calls_ns, 0.5) / 1e6;
            m_row.quiet_p50_ms = std::min(m_row.quiet_p50_ms.value_or(p50), p50);
            m_calls_ns.insert(m_calls_ns.end(), calls_ns.begin(), calls_ns.end());
        }
        add_facts(batch_facts(visit.end ? visit.end->facts : std::string(), stream), answered);
        ++m_row.visits;
    }

    void conclude() {
        m_row.calls = static_cast<std::int64_t>(m_calls_ns.size());
        const auto least = quantile(m_least_ns, 0.5);
        if (least) m_row.least_ms = *least / 1e6;
        const Summary summary = summarise_ms(m_calls_ns);
        m_row.p50_ms = summary.p50;
        m_row.p99_ms = summary.p99;
        if (m_row.p50_ms && *m_row.p50_ms > 0 && m_row.bytes > 0) {
            m_row.bytes_per_s = static_cast<double>(m_row.bytes) / (*m_row.p50_ms / 1e3);
        }
        if (m_answered == 0) return;
        const auto per_call = [&](std::int64_t count) {
            return static_cast<double>(count) / static_cast<double>(m_answered);
        };
        m_row.threads_per_call = per_call(m_threads);
        m_row.switches_per_call = per_call(m_switches);
    }

private:
    /// The host counts over the whole visit, so what it counts is shared out among all its calls.
    void add_facts(const BatchFacts& facts, std::int64_t answered) {
        if (!facts.counted) return;
        m_answered += answered;
        m_threads += facts.threads_started;
        m_switches += facts.switches;
        m_row.most_workers = std::max(m_row.most_workers, facts.most_workers);
        m_row.parser_version = facts.parser_version;
        m_row.sha256 = facts.sha256;
        m_row.messages = facts.messages;
        m_row.bytes = facts.bytes;
        m_row.cpus = facts.cpus;
        m_row.cost = facts.cost;
    }

    BatchRow& m_row;
    std::vector<std::int64_t> m_calls_ns, m_least_ns;
    std::int64_t m_answered = 0, m_threads = 0, m_switches = 0;
};

/// The same work: other than in how it is shared out.
bool same_work(const MailWorkload& a, const MailWorkload& b) {
    return a.parser == b.parser && a.mails == b.mails && a.mode == b.mode &&
           a.structure == b.structure && a.strict == b.strict && a.limits == b.limits &&
           a.spin_us_per_kib == b.spin_us_per_kib && a.spin_us_per_message == b.spin_us_per_message;
}

void compare_with_one_thread(std::vector<BatchRow>& rows) {
    for (BatchRow& row : rows) {
        const auto one = std::find_if(rows.begin(), rows.end(), [&](const BatchRow& other) {
            return other.settings.threads == 1 && same_work(other.settings, row.settings);
        });
        if (one == rows.end() || &*one == &row || !one->least_ms || !row.least_ms) continue;
        row.one_thread = one->cell;
        row.to_one_thread = *row.least_ms / *one->least_ms;
    }
}

}  // namespace

Result<std::vector<BatchRow>> batch_rows_of(const RunReader& run, const Experiment& experiment,
                                            const ChosenVisits& visits) {
    std::vector<BatchRow> rows;
    if (experiment.kind != ExperimentKind::batch) return rows;
    for (const Cell& cell : experiment.cells) {
        BatchRow row;
        row.cell = cell.id;
        row.settings = std::get<MailWorkload>(cell.streams.at(stream).workload);
        CellBatches batches(row);
        for (const StoredVisit& visit : visits.counted) {
            if (visit.visit.cell != cell.id) continue;
            const auto times = run.request_times(visit.visit.id, stream);
            if (!times) return tl::unexpected(times.error());
            batches.add(visit, *times);
        }
        if (row.visits == 0) continue;
        batches.conclude();
        rows.push_back(std::move(row));
    }
    compare_with_one_thread(rows);
    return rows;
}

}  // namespace stallscope
