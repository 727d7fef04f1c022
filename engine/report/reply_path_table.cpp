// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/numbers.h"
#include "report/row_words.h"
#include "report/tables.h"

namespace stallscope {
namespace {

/// "median (P5 … P95)".
std::string median_and_ends(const Summary& summary, const std::string& path, const Row& row,
                            Footnotes& notes) {
    if (summary.n == 0) {
        return figure({}, path, row.why_null, notes);
    }
    return fmt::format("{} ({} … {})", ms_text(*summary.p50), ms_text(*summary.p5),
                       ms_text(*summary.p95));
}

std::string path_table(const RunResults& results) {
    MarkdownTable table;
    Footnotes notes;
    for (const char* title : {"cell", "condition", "stream"}) {
        table.column(title, false);
    }
    for (const char* title :
         {"n", "lock wait P50 / P95 / P99", "service end → header P50 / P95 / P99",
          "header → body P50 / P95 / P99", "body → decoded P50 / P95 / P99",
          "decoded → received P50 / P95 / P99"}) {
        table.column(title);
    }
    for (const Row& row : results.rows) {
        if (row.loop) {
            continue;
        }
        const Figures& figures = row.figures;
        const auto step = [&](const std::string& name) {
            return p50_p95_p99(figures.path_ms.at(name), "path_ms." + name, row.why_null, notes);
        };
        table.row(
            {escaped(row.cell), escaped(row.condition), escaped(stream_name(row)),
             std::to_string(figures.path_ms.at("service_end_to_header").n),
             p50_p95_p99(figures.legs_ms.at("lock_wait"), "legs_ms.lock_wait", row.why_null, notes),
             step("service_end_to_header"), step("header_to_body"), step("body_to_decoded"),
             step("decoded_to_received")});
    }
    return table.empty() ? std::string() : table.text() + notes.text();
}

std::string alignment_table(const RunResults& results) {
    MarkdownTable table;
    Footnotes notes;
    for (const char* title : {"cell", "condition", "stream", "beside"}) {
        table.column(title, false);
    }
    for (const char* title : {"stamped", "ended inside its call", "read at a call's end", "chance",
                              "header − native exit", "header − span end", "r"}) {
        table.column(title);
    }
    table.column("calls, reply", false);
    for (const Row& row : results.rows) {
        for (std::size_t i = 0; i < row.figures.alignments.size(); ++i) {
            const Alignment& found = row.figures.alignments[i];
            const std::string path = fmt::format("alignments.{}.", i);
            const auto share = [&](const std::optional<double>& value, const char* name) {
                return value ? percent_text(*value)
                             : figure({}, path + "header_at_call_end." + name, row.why_null, notes);
            };
            const std::string inside =
                found.of > 0 ? fmt::format("{} ({})", found.ended_inside,
                                           percent_text(static_cast<double>(found.ended_inside) /
                                                        static_cast<double>(found.of)))
                             : "0";
            const auto& r = found.wait_vs_time_left_r;
            const std::string beside =
                i < row.neighbours.size() ? stream_name(row.neighbours[i]) : found.suspect;
            table.row({escaped(row.cell), escaped(row.condition), escaped(stream_name(row)),
                       escaped(beside), std::to_string(found.of), inside,
                       share(found.header_share, "share"), share(found.header_chance, "chance"),
                       median_and_ends(found.header_minus_native_exit_ms,
                                       path + "header_minus_native_exit_ms", row, notes),
                       median_and_ends(found.header_minus_span_end_ms,
                                       path + "header_minus_span_end_ms", row, notes),
                       r ? fixed_text(*r, 2)
                         : figure({}, path + "wait_vs_time_left_r", row.why_null, notes),
                       found.call_source + ", " + found.reply_stamp});
        }
    }
    return table.empty() ? std::string() : table.text() + notes.text();
}

}  // namespace

std::string reply_path_table(const RunResults& results) {
    const std::string path = path_table(results);
    const std::string alignment = alignment_table(results);
    std::string text;
    if (!path.empty()) {
        text +=
            "## Table 4. The reply's path\n\n"
            "Steps of a reply after the forward has ended, in ms. Lock wait = the read has "
            "returned → the lock is held again; the later steps drop the lock too, so their "
            "tails count.\n\n" +
            path;
    }
    if (!alignment.empty()) {
        text += std::string(text.empty() ? "## Table 4. The reply's path\n" : "") +
                "\nDoes the reply come when the other stream's call ends? Read at a call's end: "
                "share of replies within 0.5 ms of a call's native exit, against chance (1 ms / "
                "call period). Header minus call end in ms, median (P5 … P95), of forwards that "
                "ended inside a call; r: Pearson correlation of their wait with the time left. "
                "For a stream on a thread \"received\" stands for the header.\n\n" +
                alignment;
    }
    return text;
}

}  // namespace stallscope
