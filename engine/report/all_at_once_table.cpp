// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>

#include "report/numbers.h"
#include "report/row_words.h"
#include "report/tables.h"

namespace stallscope {
namespace {

/// The measured streams of one (cell, condition) in one row.
struct Together {
    std::string streams, overlaps;
    double total = 0;
    bool any = false;
};

void append(std::string& list, const std::string& entry) {
    list += (list.empty() ? "" : "; ") + entry;
}

}  // namespace

std::string all_at_once_table(const RunResults& results) {
    MarkdownTable table;
    table.column("cell", false);
    table.column("condition", false);
    table.column("per stream", false);
    table.column("requests per s, total");
    table.column("overlap", false);
    std::set<std::pair<std::string, std::string>> done;
    for (const Row& first : results.rows) {
        if (first.neighbours.empty() || !done.insert({first.cell, first.condition}).second) {
            continue;
        }
        Together together;
        for (const Row& row : results.rows) {
            if (row.cell != first.cell || row.condition != first.condition) {
                continue;
            }
            const std::string name = escaped(stream_name(row));
            const auto& rate = row.figures.throughput_rps;
            append(together.streams, name + " " + (rate ? rate_text(*rate) : "–") +
                                         (row.loop ? " calls/s" : " req/s"));
            if (!row.loop) {
                together.total += rate.value_or(0);
                together.any = together.any || rate.has_value();
                append(
                    together.overlaps,
                    name + " " + (row.figures.overlap ? percent_text(*row.figures.overlap) : "–"));
            }
        }
        table.row({escaped(first.cell), escaped(first.condition), together.streams,
                   together.any ? rate_text(together.total) : "–",
                   together.overlaps.empty() ? "–" : together.overlaps});
    }
    if (table.empty()) {
        return {};
    }
    return "## Table 3. All at once\n\n"
           "Rates between renewal points. The total counts requests, not the calls of loops. "
           "Overlap: share of a request's occupancy in which another stream was in its call.\n\n" +
           table.text();
}

}  // namespace stallscope
