// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "report/numbers.h"
#include "report/report.h"
#include "report/short_lines.h"
#include "report/tables.h"

namespace stallscope {
namespace {

/// Whether the cell is one point of a sweep, which has a map of its own.
bool is_swept(const RunResults& results, const BatchRow& row) {
    return std::any_of(
        results.crossovers.begin(), results.crossovers.end(), [&](const auto& sweep) {
            return std::find(sweep.cells.begin(), sweep.cells.end(), row.cell) != sweep.cells.end();
        });
}

std::string short_crossovers(const RunResults& results) {
    std::string text;
    for (const Crossover& sweep : results.crossovers) {
        std::set<int> counts;
        std::map<int, std::vector<std::string>> by_size;
        for (const CrossoverPoint& point : sweep.points) counts.insert(point.messages);
        for (const CrossoverPoint& point : sweep.points) {
            auto& line = by_size[point.bytes_each];
            line.resize(counts.size() + 1, "–");
            line[0] = fmt::format("{} bytes a mail", point.bytes_each);
            const auto column = std::distance(counts.begin(), counts.find(point.messages));
            line[static_cast<std::size_t>(column) + 1] = best_words(point);
        }
        std::vector<std::vector<std::string>> map{{"best number of workers"}};
        for (const int count : counts) map[0].push_back(fmt::format("{} mails", count));
        for (auto& [size, line] : by_size) map.push_back(std::move(line));
        std::vector<std::vector<std::string>> policies{{"policy", "median regret", "worst"}};
        for (const PolicyRegret& policy : sweep.policies)
            policies.push_back(
                {policy.policy, percent_text(policy.median), percent_text(policy.worst)});
        text += aligned(map) + "\n" + aligned(policies) +
                fmt::format("proposed for cap bytes: {} bytes a worker\n\n", sweep.proposed_bytes);
    }
    return text;
}

}  // namespace

std::string short_batch_table(const RunResults& results) {
    std::vector<std::vector<std::string>> lines = {
        {"", "least", "P50", "P99", "", "started", "switches", "× one"},
        {"cell", "a call", "a call", "a call", "workers", "a call", "a call", "thread"}};
    for (const BatchRow& row : results.batch_rows) {
        if (is_swept(results, row)) continue;
        lines.push_back(
            {one_line(row.cell, 28), or_dash(row.least_ms, time_text),
             or_dash(row.p50_ms, time_text), or_dash(row.p99_ms, time_text),
             std::to_string(row.most_workers), or_dash(row.threads_per_call, two_digits),
             or_dash(row.switches_per_call, two_digits), or_dash(row.to_one_thread, two_digits)});
    }
    if (lines.size() == 2) return short_crossovers(results);
    return short_crossovers(results) + aligned(lines) +
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
