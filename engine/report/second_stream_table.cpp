// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/numbers.h"
#include "report/row_words.h"
#include "report/tables.h"

namespace stallscope {
namespace {

/// A stream that runs in the host in at least one cell: on its dispatcher's thread or as a loop.
bool is_second_stream(const RunResults& results, const Row& row) {
    return row.loop || std::any_of(results.rows.begin(), results.rows.end(), [&](const Row& other) {
               return other.stream == row.stream && other.placement == "thread";
           });
}

class SecondStreamTable {
public:
    explicit SecondStreamTable(const RunResults& results) : m_results(results) {}

    std::string text() {
        for (const char* title : {"cell", "condition", "stream", "placement", "binding"}) {
            m_table.column(title, false);
        }
        for (const char* title : {"n", "per s", "call mean", "call P99", "host mean",
                                  "dispatch + return mean", "relock P50", "relock P99",
                                  "e2e P50 / P95 / P99", "CPU of its thread", "CPU of all"}) {
            m_table.column(title);
        }
        for (const Row& row : m_results.rows) {
            if (is_second_stream(m_results, row)) {
                add(row);
            }
        }
        if (m_table.empty()) {
            return {};
        }
        return "## Table 2. The second stream\n\n"
               "Streams that run in the host in at least one cell; requests (of a loop: calls) and "
               "times in ms. Call = the native "
               "call's own span; host = service without it; relock = the call's last instruction → "
               "its caller holds the lock again. CPU in ms per request: of the serving thread, and "
               "of the host with all its workers.\n\n" +
               m_table.text() + m_notes.text();
    }

private:
    void add(const Row& row) {
        const Figures& figures = row.figures;
        const auto leg = [&](const char* name, const char* which) {
            const std::string path = std::string("legs_ms.") + name;
            return statistic(figures.legs_ms.at(name), which, path, row.why_null, m_notes);
        };
        const auto call = [&](const char* which) {
            return statistic(figures.calls_ms, which, "calls_ms", row.why_null, m_notes);
        };
        const auto relock = [&](const char* which) {
            return row.loop
                       ? statistic(figures.relock_ms, which, "relock_ms", row.why_null, m_notes)
                       : leg("relock", which);
        };
        const auto& dispatch = figures.legs_ms.at("dispatch").mean;
        const auto& returned = figures.legs_ms.at("return").mean;
        m_table.row(
            {escaped(row.cell), escaped(row.condition), escaped(stream_name(row)), row.placement,
             row.binding, std::to_string(figures.n),
             figures.throughput_rps ? rate_text(*figures.throughput_rps)
                                    : figure({}, "throughput_rps", row.why_null, m_notes),
             call("mean"), call("p99"), leg("host", "mean"),
             dispatch && returned ? ms_text(*dispatch + *returned) : leg("return", "mean"),
             relock("p50"), relock("p99"),
             p50_p95_p99(figures.legs_ms.at("e2e"), "legs_ms.e2e", row.why_null, m_notes),
             figure(figures.cpu_ms_per_request, "cpu_ms_per_request", row.why_null, m_notes),
             figure(figures.tree_cpu_ms_per_request, "tree_cpu_ms_per_request", row.why_null,
                    m_notes)});
    }

    const RunResults& m_results;
    MarkdownTable m_table;
    Footnotes m_notes;
};

}  // namespace

std::string second_stream_table(const RunResults& results) {
    return SecondStreamTable(results).text();
}

}  // namespace stallscope
