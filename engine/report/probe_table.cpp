// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/numbers.h"
#include "report/row_words.h"
#include "report/tables.h"

namespace stallscope {
namespace {

/// The stream beside that matters for the lock: the first, those in the host stand in front.
const Neighbour* beside(const Row& row) {
    return row.neighbours.empty() ? nullptr : &row.neighbours.front();
}

/// The repeat of another stream in the same visit.
const Repeat* same_visit(const RunResults& results, const Row& row, const std::string& stream,
                         std::int64_t visit) {
    for (const Row& other : results.rows) {
        if (other.cell != row.cell || other.condition != row.condition || other.stream != stream) {
            continue;
        }
        for (const Repeat& repeat : other.repeats) {
            if (repeat.visit == visit) {
                return &repeat;
            }
        }
    }
    return nullptr;
}

class ProbeTable {
public:
    explicit ProbeTable(const RunResults& results) : m_results(results) {}

    std::string text() {
        for (const char* title :
             {"cell", "condition", "stream", "cycle", "beside", "device call", "lock"}) {
            m_table.column(title, false);
        }
        for (const char* title : {"its calls P50", "n", "return P50", "return P99",
                                  "service end → header P50", "req/s", "mismatches"}) {
            m_table.column(title);
        }
        m_rows = victim_rows(m_results);
        for (const Row* row : m_rows) {
            for (const Repeat& repeat : row->repeats) {
                add(*row, repeat);
            }
        }
        if (m_table.empty()) {
            return {};
        }
        return "## Table 6. Every repeat\n\n"
               "One row per visit, never pooled; times in ms. Lock: how the streams in the host "
               "call, as declared. Its calls: the realised length, not the requested one. Cycle "
               "2b is the second half of the second cycle.\n\n" +
               m_table.text() + m_notes.text() + contrasts();
    }

private:
    void add(const Row& row, const Repeat& repeat) {
        const Figures& figures = repeat.figures;
        const Neighbour* other = beside(row);
        const auto leg = [&](const char* which) {
            return statistic(figures.legs_ms.at("return"), which, "legs_ms.return", repeat.why_null,
                             m_notes);
        };
        m_table.row(
            {escaped(row.cell), escaped(row.condition), escaped(stream_name(row)),
             fmt::format("{}{}", repeat.cycle + 1,
                         repeat.half == 0   ? ""
                         : repeat.half == 1 ? "a"
                                            : "b"),
             other ? escaped(stream_name(*other) + ": " + other->workload) : "–",
             other ? (other->device_call ? "yes" : "no") : "–",
             std::string(to_text(lock_beside(row))), calls(row, other, repeat.visit),
             std::to_string(figures.n), leg("p50"), leg("p99"),
             statistic(figures.path_ms.at("service_end_to_header"), "p50",
                       "path_ms.service_end_to_header", repeat.why_null, m_notes),
             figures.throughput_rps ? rate_text(*figures.throughput_rps)
                                    : figure({}, "throughput_rps", repeat.why_null, m_notes),
             figures.answers_checked > 0 ? std::to_string(figures.mismatches)
                                         : figure({}, "mismatches", repeat.why_null, m_notes)});
    }

    std::string calls(const Row& row, const Neighbour* other, std::int64_t visit) {
        if (other == nullptr) {
            return "–";
        }
        const Repeat* repeat = same_visit(m_results, row, other->stream, visit);
        if (repeat == nullptr) {
            return m_notes.mark("the stream beside has no row of its own");
        }
        return statistic(repeat->figures.calls_ms, "p50", "calls_ms", repeat->why_null, m_notes);
    }

    /// Return P50 of the row beside which the lock stands so, `device_call` or not.
    std::optional<double> corner(const std::string& stream, LockBeside lock,
                                 bool device_call) const {
        std::optional<double> found;
        for (const Row* row : m_rows) {
            const Neighbour* other = beside(*row);
            if (row->stream != stream || other == nullptr || lock_beside(*row) != lock ||
                other->device_call != device_call) {
                continue;
            }
            if (found) {
                return std::nullopt;  // two cells for one corner: this is no 2×2
            }
            found = row->figures.legs_ms.at("return").p50;
        }
        return found;
    }

    std::string contrasts() const {
        if (m_rows.empty()) {
            return {};
        }
        const std::string& stream = m_rows.front()->stream;
        const auto call_held = corner(stream, LockBeside::held, true);
        const auto call_released = corner(stream, LockBeside::released, true);
        const auto wait_held = corner(stream, LockBeside::held, false);
        const auto wait_released = corner(stream, LockBeside::released, false);
        if (!call_held || !call_released || !wait_held || !wait_released) {
            return {};
        }
        const double lock = (*call_held - *call_released + *wait_held - *wait_released) / 2;
        const double call = (*call_held - *wait_held + *call_released - *wait_released) / 2;
        const double interaction = *call_held - *call_released - (*wait_held - *wait_released);
        return fmt::format(
            "\nThe 2×2, from the pooled return P50 (point values, no interval yet): holding the "
            "lock adds {} ms, the device call adds {} ms, interaction {} ms.\n",
            ms_text(lock), ms_text(call), ms_text(interaction));
    }

    const RunResults& m_results;
    std::vector<const Row*> m_rows;
    MarkdownTable m_table;
    Footnotes m_notes;
};

}  // namespace

std::string probe_table(const RunResults& results) {
    return ProbeTable(results).text();
}

}  // namespace stallscope
