// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/numbers.h"
#include "report/report.h"
#include "report/row_words.h"
#include "report/short_lines.h"

namespace stallscope {
namespace {

constexpr std::size_t widest_cell = 22;

std::string or_dash(const std::optional<double>& value, std::string (*words)(double)) {
    return value ? words(*value) : "–";
}

using Cells = std::vector<std::string>;

Cells cells_of(const Row& row, bool with_stream) {
    const Figures& figures = row.figures;
    const std::string name = with_stream ? row.cell + " " + row.stream : row.cell;
    const Alignment* alignment = figures.alignments.empty() ? nullptr : &figures.alignments.front();
    const Neighbour* other = row.neighbours.empty() ? nullptr : &row.neighbours.front();
    return {one_line(name, widest_cell),
            or_dash(figures.legs_ms.at("return").p50, ms_text),
            or_dash(figures.legs_ms.at("return").p95, ms_text),
            or_dash(figures.legs_ms.at("lock_wait").p50, ms_text),
            or_dash(figures.path_ms.at("header_to_body").p50, ms_text),
            alignment ? or_dash(alignment->header_share, percent_text) : "–",
            or_dash(figures.throughput_rps, rate_text),
            other ? or_dash(other->calls_ms.p50, ms_text) : "–"};
}

/// What the columns speak of, one line for each stream.
std::string legend(const std::vector<const Row*>& rows) {
    std::string text;
    std::vector<std::string> said;
    const auto say = [&](std::string line) {
        if (std::find(said.begin(), said.end(), line) == said.end()) {
            text += one_line(line, widest_line) + "\n";
            said.push_back(std::move(line));
        }
    };
    for (const Row* row : rows) {
        say(row->emulated ? row->device
                          : row->stream + (row->device.empty() ? "" : ": " + row->device));
    }
    for (const Row* row : rows) {
        for (const Neighbour& neighbour : row->neighbours) {
            if (neighbour.emulated) {
                say(neighbour.device);
            }
        }
    }
    return text;
}

}  // namespace

std::string short_table(const RunResults& results) {
    std::string text;
    if (results.status != "complete") {
        text +=
            one_line(fmt::format("This run is {}: {} of {} planned visits are complete.",
                                 results.status, results.visits_complete, results.visits_planned),
                     widest_line) +
            "\n";
    }
    if (!results.batch_rows.empty()) return text + short_batch_table(results);
    const std::vector<const Row*> rows = busiest(victim_rows(results));
    if (rows.empty()) {
        return text + "No complete visit has requests: there is nothing to show.\n";
    }
    const bool several = std::any_of(rows.begin(), rows.end(), [&](const Row* row) {
        return row->stream != rows.front()->stream;
    });
    std::vector<Cells> lines = {
        {"", "return", "return", "lock wait", "2nd read", "read at a", "requests",
         "its neighbour's"},
        {"cell", "P50 ms", "P95 ms", "P50 ms", "P50 ms", "call's end", "per s", "calls P50 ms"}};
    for (const Row* row : rows) {
        lines.push_back(cells_of(*row, several));
    }
    return text + aligned(lines) +
           "return: service end → received; lock wait: read returned → header; 2nd read: header → "
           "body\n" +
           legend(rows);
}

}  // namespace stallscope
