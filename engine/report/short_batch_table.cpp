// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/numbers.h"
#include "report/report.h"
#include "report/short_lines.h"

namespace stallscope {
namespace {

std::string or_dash(const std::optional<double>& value, std::string (*words)(double)) {
    return value ? words(*value) : "–";
}

std::string two_digits(double value) {
    return fixed_text(value, 2);
}

}  // namespace

std::string short_batch_table(const RunResults& results) {
    std::vector<std::vector<std::string>> lines = {
        {"", "least", "P50", "P99", "", "started", "switches", "× one"},
        {"cell", "a call", "a call", "a call", "workers", "a call", "a call", "thread"}};
    for (const BatchRow& row : results.batch_rows) {
        lines.push_back(
            {one_line(row.cell, 28), or_dash(row.least_ms, time_text),
             or_dash(row.p50_ms, time_text), or_dash(row.p99_ms, time_text),
             std::to_string(row.most_workers), or_dash(row.threads_per_call, two_digits),
             or_dash(row.switches_per_call, two_digits), or_dash(row.to_one_thread, two_digits)});
    }
    return aligned(lines) +
           "a call parses one batch; least: each visit's, their median; started: threads; × one "
           "thread: of\nleast, against the cell with one thread and the same work\n";
}

std::string batch_sentence(const RunResults& results) {
    const auto by_least = [](const BatchRow& a, const BatchRow& b) {
        return a.to_one_thread.value_or(0) < b.to_one_thread.value_or(0);
    };
    const auto& rows = results.batch_rows;
    const auto worst = std::max_element(rows.begin(), rows.end(), by_least);
    if (worst == rows.end() || !worst->to_one_thread) {
        return fmt::format(
            "{} cells parse batches; none of them has a cell with one thread to be "
            "compared with.",
            rows.size());
    }
    std::string text = fmt::format(
        "Furthest from one thread: {} takes {} a batch, {} times what {} takes", worst->cell,
        time_text(*worst->least_ms), two_digits(*worst->to_one_thread), worst->one_thread);
    const auto same = std::count_if(rows.begin(), rows.end(), [](const BatchRow& row) {
        return row.to_one_thread && *row.to_one_thread <= 1.05;
    });
    const auto of = std::count_if(rows.begin(), rows.end(), [](const BatchRow& row) {
        return row.to_one_thread.has_value();
    });
    return text + fmt::format("; {} of {} cells take at most 1.05 times that.", same, of);
}

}  // namespace stallscope
