// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.h"
#include "report/row_words.h"
#include "report/tables.h"

namespace stallscope {

std::string streams_table(const RunResults& results) {
    MarkdownTable table;
    Footnotes notes;
    for (const char* title : {"cell", "condition", "stream"}) {
        table.column(title, false);
    }
    for (const char* title : {"n", "req/s", "return P50 / P95 / P99", "occupancy P50 / P95 / P99",
                              "service mean", "device mean", "e2e P50 / P95 / P99", "mismatches"}) {
        table.column(title);
    }
    for (const Row& row : results.rows) {
        if (row.loop) {
            continue;
        }
        const Figures& figures = row.figures;
        const auto tail = [&](const std::string& leg) {
            return p50_p95_p99(figures.legs_ms.at(leg), "legs_ms." + leg, row.why_null, notes);
        };
        const auto mean = [&](const std::string& leg) {
            return statistic(figures.legs_ms.at(leg), "mean", "legs_ms." + leg, row.why_null,
                             notes);
        };
        table.row({escaped(row.cell), escaped(row.condition), escaped(stream_name(row)),
                   std::to_string(figures.n),
                   figures.throughput_rps ? rate_text(*figures.throughput_rps)
                                          : figure({}, "throughput_rps", row.why_null, notes),
                   tail("return"), tail("occupancy"), mean("service"), mean("device"), tail("e2e"),
                   figures.answers_checked > 0 ? std::to_string(figures.mismatches)
                                               : figure({}, "mismatches", row.why_null, notes)});
    }
    if (table.empty()) {
        return {};
    }
    return "## Table 1. Streams\n\n"
           "One row per cell and condition; times in ms, pooled over the complete visits. Return = "
           "service end → received; occupancy = dispatch → received; e2e = submit → response. "
           "req/s is a rate between renewal points, not n / window.\n\n" +
           table.text() + notes.text();
}

}  // namespace stallscope
