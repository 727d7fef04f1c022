// SPDX-License-Identifier: Apache-2.0
#include "report/calibration_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/markdown.h"
#include "report/proof_summary.h"

namespace stallscope {
namespace {

constexpr std::string_view how = R"(
Simulated runs have a known truth that lies exactly at the margin (5 % worse, in logs), where a
wrong word is likeliest, and go through the same function that judges a real run. A run has four
cells in the mirrored order of the planner; noise and drift act on the half-visits in the order in
which they are measured. A half-visit's own noise has a standard deviation of 1 %.

- Noise: *white*; *AR*, as much again from a machine that remembers 0.6 of it from one half-visit to
  the next; *AR of the cell*, all of it of that kind, and a noisier cell has more of it; *random
  walk* of the machine with steps of 0.5 %; *bursts*, 5 % or 25 % of the half-visits are hit by one
  of 10 % on average (exponential), whichever cell runs.
- Drift: *linear* and *quadratic* by 10 % over the run; *warm-up* by 5 % at the start of each cycle,
  down to 1/e after one and a half half-visits; a *step* of 5 % somewhere; a *sine* of ±5 % with a
  turn of one and a half cycles and any phase.
- Cells are equally noisy, or the one that is judged has three times the others' own noise.
- K cycles; looks *final*, *obf* and *anytime*; α = 5 % per side.

A bound is one-sided at 95 % (Clopper and Pearson): upper for what must be rare, lower for what must
be frequent. Among this many figures some are beyond a limit by chance. What may be one of these is
asked again with more runs and other seeds; the second answer counts, both are printed.

*Met* is false when it is said at the margin, and so is *not met*; each may be in 5 %. An interval
that comes near the margin at no look has no word; such runs are not judged, and the last line of the
table counts what is lost that way.
)";

std::string figure_text(const ProofRow& row) {
    if (!row.again) {
        return share_text(row.figure.share);
    }
    return fmt::format("{}, again: {}", share_text(row.figure.share), share_text(row.again->share));
}

std::string summary_table(const ProofResult& result) {
    MarkdownTable table;
    table.column("to show", false);
    table.column("worst figure");
    table.column("its bound");
    table.column("limit", false);
    table.column("figures");
    table.column("asked again");
    table.column("holds", false);
    for (const ProofSummary& summary : summaries_of(result)) {
        const ProofFigure& figure = summary.worst->counts();
        const bool limited = summary.worst->has_limit();
        table.row({summary.title, share_text(figure.share), share_text(figure.bound),
                   limit_text(summary.worst->limit), std::to_string(summary.figures),
                   std::to_string(summary.again),
                   !limited ? "–"
                   : summary.kept == summary.figures
                       ? "yes"
                       : fmt::format("{} of {}", summary.kept, summary.figures)});
    }
    return table.text();
}

std::string rows_table(const std::vector<const ProofRow*>& rows) {
    MarkdownTable table;
    table.column("", false);
    table.column("figure");
    table.column("bound");
    table.column("trials");
    table.column("limit", false);
    table.column("holds", false);
    for (const ProofRow* row : rows) {
        table.row({escaped(row->name), figure_text(*row), share_text(row->counts().bound),
                   std::to_string(row->counts().trials), limit_text(row->limit), holds_text(*row)});
    }
    return table.text();
}

/// The worst figure at each place, in per cent; one that is beyond its limit is set in bold.
std::string worst_table(const std::vector<const ProofRow*>& rows) {
    std::vector<std::string> down;
    std::vector<std::string> across;
    std::map<std::pair<std::string, std::string>, const ProofRow*> worst;
    const auto note = [](std::vector<std::string>& names, const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    };
    for (const ProofRow* row : rows) {
        note(down, row->down);
        note(across, row->across);
        const ProofRow*& at = worst[{row->down, row->across}];
        const bool larger = at != nullptr && row->counts().share > at->counts().share;
        const bool worse = at == nullptr || (at->holds() && !row->holds()) ||
                           (at->holds() == row->holds() && larger != row->limit.at_least);
        if (worse) {
            at = row;
        }
    }
    MarkdownTable table;
    table.column("per cent", false);
    for (const std::string& name : across) {
        table.column(escaped(name));
    }
    for (const std::string& name : down) {
        std::vector<std::string> cells = {escaped(name)};
        for (const std::string& place : across) {
            const auto found = worst.find({name, place});
            if (found == worst.end()) {
                cells.emplace_back("–");
                continue;
            }
            const std::string figure = fmt::format("{:.2f}", found->second->counts().share * 100);
            cells.push_back(found->second->holds() ? figure : "**" + figure + "**");
        }
        table.row(std::move(cells));
    }
    return table.text();
}

std::vector<const ProofRow*> chosen(const std::vector<const ProofRow*>& rows, bool limited) {
    std::vector<const ProofRow*> found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
                 [limited](const ProofRow* row) { return row->has_limit() == limited; });
    return found;
}

std::string recordings_section(const ProofResult& result) {
    if (result.recordings.empty()) {
        return {};
    }
    MarkdownTable table;
    table.column("recording", false);
    table.column("streams", false);
    table.column("machine", false);
    table.column("order", false);
    table.column("cycles");
    table.column("half-visit ms");
    table.column("other CPU, cores");
    table.column("load", false);
    for (const ReplayedRecording& recording : result.recordings) {
        table.row({escaped(recording.name), escaped(recording.workload), escaped(recording.machine),
                   escaped(recording.order), std::to_string(recording.cycles),
                   fmt::format("{:g}", recording.window_ms),
                   fmt::format("{:.2f}", recording.foreign_cpu), escaped(recording.load)});
    }
    const auto rows = result.of(ProofGroup::recordings);
    return fmt::format(R"(
## Recordings of identical code

Two cells with the same code, measured in turn. Windows of K consecutive cycles are taken at every
offset; which cell is called b is drawn for every cycle of a window (K = 3 and 5: each possible way
once); b is then made worse by exactly the margin. Bounds are by a jackknife over {} blocks of
cycles. K = 3, 5 and 10 need 60, 100 and 200 cycles. *Quiet* and *stressed* tell how much CPU
everything else used while it was recorded.

{}
The worst of both false words and all looks:

{}
How often a difference of +1 % is called not met against a margin of nothing (looks obf), which is
what this noise lets so few cycles see:

{})",
                       jackknife_blocks, table.text(), worst_table(chosen(rows, true)),
                       worst_table(chosen(rows, false)));
}

std::string detectors_section(const ProofResult& result) {
    if (result.detectors.empty()) {
        return {};
    }
    MarkdownTable table;
    table.column("detector", false);
    table.column("planted", false);
    table.column("fired");
    table.column("bound");
    table.column("runs");
    table.column("limit", false);
    table.column("holds", false);
    for (const DetectorRow& row : result.detectors) {
        const ProofFigure figure = figure_of(row);
        const ProofLimit limit = limit_of(row);
        table.row({escaped(row.name), row.planted.empty() ? "nothing" : escaped(row.planted),
                   share_text(figure.share), share_text(figure.bound), std::to_string(row.runs),
                   limit_text(limit), keeps(figure, limit) ? "yes" : "no"});
    }
    return "\n## Detectors\n\n" + table.text();
}

std::string beyond_section(const ProofResult& result) {
    std::vector<const ProofRow*> rows;
    for (const ProofRow& row : result.rows) {
        if (!row.holds()) {
            rows.push_back(&row);
        }
    }
    return "\n## Beyond their limits\n\n" +
           (rows.empty() ? std::string("None.\n") : rows_table(rows));
}

std::string again_section(const ProofResult& result) {
    std::vector<const ProofRow*> rows;
    for (const ProofRow& row : result.rows) {
        if (row.again && row.holds()) {
            rows.push_back(&row);
        }
    }
    return rows.empty() ? std::string() : "\n## Asked again, and kept\n\n" + rows_table(rows);
}

}  // namespace

std::string calibration_page(const ProofResult& result) {
    std::string page = fmt::format(
        "# What a verdict is worth\n\n"
        "How often the words *met* and *not met* are wrong, and how much they see.\n\n{}",
        summary_table(result));
    page += fmt::format("\nGenerated by `{}` on {}: {} runs a figure, seed {}.\n",
                        result.generated_by, escaped(result.machine), result.runs, result.seed);
    page += "\n## How\n";
    page += how;
    page += beyond_section(result);
    page += again_section(result);
    const auto section = [&](std::string_view title, ProofGroup group, auto table) {
        const auto rows = result.of(group);
        if (!rows.empty()) {
            page += fmt::format("\n## {}\n\n{}", title, table(rows));
        }
    };
    section("False words, paired intervals: the worst of both words, all looks and cells",
            ProofGroup::grid, worst_table);
    section("False words, pooled intervals: the worst of both words and cells", ProofGroup::pooled,
            worst_table);
    section("Coverage of low95 … high95: the lowest", ProofGroup::coverage, worst_table);
    page += recordings_section(result);
    section("Six criteria at their margins", ProofGroup::family, rows_table);
    section("Power", ProofGroup::power, rows_table);
    section("Good runs that the control makes invalid", ProofGroup::control, rows_table);
    section("Shares", ProofGroup::shares, rows_table);
    section("Orders under a linear drift of 10 %: first cell against last", ProofGroup::orders,
            rows_table);
    section("Words lost by not judging every run", ProofGroup::screen, rows_table);
    page += detectors_section(result);
    return page;
}

}  // namespace stallscope
