// SPDX-License-Identifier: Apache-2.0
#include "analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/quantile.h"
#include "analysis/run_facts.h"
#include "analysis/stream_words.h"

namespace stallscope {
namespace {

constexpr double hold_tolerance = 0.10;

std::string place_of(const Row& row) {
    return fmt::format("cell {}, condition {}, stream {}", row.cell, row.condition, row.stream);
}

std::string place_of(const VisitRow& visit) {
    return fmt::format("cell {}, condition {}, cycle {}", visit.cell, visit.condition,
                       visit.cycle + 1);
}

/// "1 visit", "2 visits".
std::string counted(std::int64_t n, std::string_view thing) {
    return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

class Threats {
public:
    Threats(const FindingsInput& input, const RunResults& results)
        : m_input(input), m_results(results) {}

    std::vector<Finding> find() {
        for (const Row& row : m_results.rows) {
            look_at_row(row);
        }
        look_at_thin_tails();
        look_at_visits();
        look_at_unmatched();
        look_at_holds();
        look_at_differences();
        look_at_emulation();
        return std::move(m_found);
    }

private:
    void add(std::string id, std::string severity, std::string where, std::string says,
             std::string advice) {
        m_found.push_back({std::move(id),
                           std::move(severity),
                           std::move(where),
                           std::move(says),
                           std::move(advice),
                           {},
                           ""});
    }

    /// Says which comparisons the finding just added is about.
    void about(std::vector<std::string> cells, std::string condition) {
        m_found.back().cells = std::move(cells);
        m_found.back().condition = std::move(condition);
    }

    void look_at_row(const Row& row) {
        const Figures& figures = row.figures;
        if (figures.out_of_order > 0) {
            add("stamp-order", "blocks", place_of(row),
                fmt::format("{} of {} have stamps in an order that cannot be", figures.out_of_order,
                            counted(figures.n, "request")),
                "do not use these legs; run the check \"stamps\" and look at the clock");
            about({row.cell}, row.condition);
        }
        if (figures.mismatches > 0) {
            add("mismatches", "blocks", place_of(row),
                fmt::format("{} of {} differ from the reference", figures.mismatches,
                            counted(figures.answers_checked, "answer")),
                "the cells do not do the same work; mend the binding before comparing times");
            about({row.cell}, row.condition);
        }
        if (figures.errors > 0) {
            add("errors", "warns", place_of(row),
                fmt::format("{} of {} ended in an error", figures.errors,
                            counted(figures.n, row.loop ? "call" : "request")),
                "read the host's log; requests that fail are faster or slower than those that "
                "work");
        }
        if (figures.unfinished > 0) {
            m_rows_unfinished = true;
            add("unfinished", "warns", place_of(row),
                fmt::format("{} of {} had no {} when the visit ended", figures.unfinished,
                            counted(figures.n, row.loop ? "call" : "request"),
                            row.loop ? "end" : "response"),
                "they are missing from the end-to-end figures, and they are the slowest; lengthen "
                "windows.guard or lower the load");
        }
        if (figures.n > 0 && !figures.throughput_rps) {
            add("no-rate", "warns", place_of(row), "no rate could be computed",
                "lengthen the window");
        }
    }

    void look_at_thin_tails() {
        std::int64_t missing = 0;
        std::int64_t thin = 0;
        std::int64_t fewest = 0;
        for (const Row& row : m_results.rows) {
            if (row.loop || row.figures.n == 0) {
                continue;
            }
            const std::int64_t n = row.figures.n;
            if (n < fewest_for_p99) {
                ++missing;
            } else if (n < thin_below) {
                ++thin;
            } else {
                continue;
            }
            fewest = fewest == 0 ? n : std::min(fewest, n);
        }
        if (missing + thin == 0) {
            return;
        }
        std::string says;
        if (missing > 0) {
            says = fmt::format("{} without a P99 (fewer than {} requests)", counted(missing, "row"),
                               fewest_for_p99);
        }
        if (thin > 0) {
            says += fmt::format("{}{} with a P99 from fewer than {} requests",
                                says.empty() ? "" : "; ", counted(thin, "row"), thin_below);
        }
        add("thin-p99", "note", "", fmt::format("{}; the fewest is {}", says, fewest),
            "more cycles or longer windows give the tail more requests");
    }

    void look_at_visits() {
        const ChosenVisits& visits = *m_input.visits;
        for (const StoredVisit& stored : visits.counted) {
            if (stored.end->overflowed > 0) {
                add("overflow", "blocks", place_of(stored.visit),
                    fmt::format("{} found their ring full and were lost",
                                counted(stored.end->overflowed, "record")),
                    "measure this visit again: what is missing is not missing at random");
                about({stored.visit.cell}, stored.visit.condition);
            }
            if (stored.end->unfinished > 0 && !m_rows_unfinished) {
                add("unfinished", "warns", place_of(stored.visit),
                    fmt::format("{} had no response when the visit ended",
                                counted(stored.end->unfinished, "counted request")),
                    "lengthen windows.guard or lower the load");
            }
        }
        for (const StoredVisit& stored : visits.failed) {
            add("failed-visit", "warns", place_of(stored.visit),
                fmt::format(
                    "{}: {}", stored.end->status == VisitStatus::failed ? "failed" : "discarded",
                    stored.end->reason.empty() ? "no reason was stored" : stored.end->reason),
                "it is kept in the file and in no figure");
        }
        const int counted_visits = static_cast<int>(visits.counted.size());
        if (counted_visits < m_input.planned) {
            add("incomplete", "warns", "",
                fmt::format("{} of {} planned visits are complete", counted_visits,
                            m_input.planned),
                "stallscope resume measures the missing ones; until then the cells do not rest on "
                "the same cycles");
        }
        if (!visits.partial.empty()) {
            add("partial-visits", "note", "",
                fmt::format("{} without an end: kept in the file and in no figure",
                            counted(static_cast<std::int64_t>(visits.partial.size()), "visit")),
                "");
        }
        if (!visits.superseded.empty()) {
            add("superseded-visits", "note", "",
                fmt::format("{} measured again: the earlier attempts are kept in the file and in "
                            "no figure",
                            counted(static_cast<std::int64_t>(visits.superseded.size()), "visit")),
                "");
        }
    }

    void look_at_unmatched() {
        std::map<std::string, std::int64_t> kinds;
        for (const StoredVisit& stored : m_input.visits->counted) {
            for (const auto& [kind, count] : counts_by_kind(stored.end->unmatched)) {
                kinds[kind] += count;
            }
        }
        std::string where = "all visits";
        if (kinds.empty()) {
            for (const Row& row : m_results.rows) {
                for (const auto& [kind, count] : row.figures.unmatched) {
                    kinds[row.stream + ": " + kind] += count;
                }
            }
        }
        std::string says;
        for (const auto& [kind, count] : kinds) {
            if (count > 0) {
                says += fmt::format("{}{} ({})", says.empty() ? "" : ", ", kind, count);
            }
        }
        if (!says.empty()) {
            add("unmatched", "warns", where, "records that do not match one to one: " + says,
                "their legs are missing from the figures; look for a crash or a full ring");
        }
    }

    /// Realised against requested lengths of waits and spins, once per (cell, condition, stream).
    void look_at_holds() {
        for (const Row& row : m_results.rows) {
            look_at_hold(row.cell, row.condition, row.stream, row.figures.calls_ms);
            for (const Neighbour& neighbour : row.neighbours) {
                look_at_hold(row.cell, row.condition, neighbour.stream, neighbour.calls_ms);
            }
        }
    }

    void look_at_hold(const std::string& cell_id, const std::string& condition,
                      const std::string& name, const Summary& calls_ms) {
        const Cell* cell = m_input.experiment->find_cell(cell_id);
        if (cell == nullptr || !cell->streams.contains(name) || calls_ms.n == 0) {
            return;
        }
        const std::string where =
            fmt::format("cell {}, condition {}, stream {}", cell_id, condition, name);
        const bool is_new = m_holds_seen.emplace(where, true).second;
        const auto asked = requested_ms(cell->streams.at(name).workload, m_input.measured_ms);
        if (!is_new || !asked || !(*asked > 0)) {
            return;
        }
        const double off = *calls_ms.mean / *asked - 1;
        if (std::abs(off) > hold_tolerance) {
            add("hold-length", "warns", where,
                fmt::format("the calls took {:.3f} ms (mean) where {:.3f} ms were asked for "
                            "({:+.0f} %)",
                            *calls_ms.mean, *asked, off * 100),
                "read the realised length, not the requested one; a busy machine or another wait "
                "mode stretches it");
        }
    }

    void look_at_differences() {
        for (const auto& [where, says] : m_input.changed_devices) {
            add("changed-device", "blocks", where, says,
                "the visits of this cell did not measure the same thing; measure again");
        }
        for (const Difference& difference : m_results.differences) {
            if (difference.declared.empty()) {
                add("undeclared-difference", "blocks",
                    fmt::format("cell {} against {}", difference.cell, difference.against),
                    fmt::format("{} differs and nothing in the experiment says so: {}",
                                difference.what, difference.measured),
                    "declare it or remove it; until then these cells cannot be compared");
                about({difference.cell, difference.against}, "");
            }
        }
    }

    void look_at_emulation() {
        if (m_results.emulated_streams.empty()) {
            return;
        }
        std::string names;
        for (const std::string& name : m_results.emulated_streams) {
            names += (names.empty() ? "" : ", ") + name;
        }
        add("emulated-device", "note", names,
            "a CPU stands for the device: the streams and the host share its cores",
            "lock-wait figures stand; service times and throughput speak of the mechanism only");
    }

    const FindingsInput& m_input;
    const RunResults& m_results;
    std::map<std::string, bool> m_holds_seen;
    bool m_rows_unfinished = false;
    std::vector<Finding> m_found;
};

}  // namespace

std::vector<Finding> find_threats(const FindingsInput& input, const RunResults& results) {
    return Threats(input, results).find();
}

void add_stored(std::vector<Finding>& findings, const std::vector<StoredFinding>& stored) {
    for (const StoredFinding& finding : stored) {
        const bool known = std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
            return other.id == finding.id && other.where == finding.where &&
                   other.says == finding.says;
        });
        if (!known) {
            findings.push_back({finding.id,
                                finding.severity,
                                finding.where,
                                finding.says,
                                finding.advice,
                                {},
                                ""});
        }
    }
}

int severity_rank(const Finding& finding) {
    return finding.severity == "blocks" ? 0 : finding.severity == "warns" ? 1 : 2;
}

void sort_by_severity(std::vector<Finding>& findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return severity_rank(a) < severity_rank(b);
    });
}

std::vector<Finding> blocking_findings(const Experiment& experiment,
                                       const std::vector<Finding>& findings) {
    const bool answers_judged =
        std::any_of(experiment.criteria.begin(), experiment.criteria.end(),
                    [](const Criterion& one) { return one.metric == "mismatches"; });
    std::vector<Finding> blocking;
    for (const Finding& finding : findings) {
        if (finding.severity == "blocks" && !(finding.id == "mismatches" && answers_judged)) {
            blocking.push_back(finding);
        }
    }
    return blocking;
}

}  // namespace stallscope
