// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "plan/experiment.h"
#include "report/markdown.h"
#include "report/tables.h"

namespace stallscope {
namespace {

using Names = std::map<std::pair<std::string, std::string>, std::string>;

/// The names under which emulated streams are shown, by (cell, stream).
Names emulated_names(const RunResults& results) {
    Names names;
    for (const Row& row : results.rows) {
        if (row.emulated) {
            names[{row.cell, row.stream}] = row.device;
        }
        for (const Neighbour& neighbour : row.neighbours) {
            if (neighbour.emulated) {
                names[{row.cell, neighbour.stream}] = neighbour.device;
            }
        }
    }
    return names;
}

/// "gpu: device", the stream under the name that every table shows where it is emulated in one of
/// the two cells.
std::string shown(const Difference& difference, const Names& names) {
    const auto colon = difference.what.find(": ");
    const std::string stream = difference.what.substr(0, colon);
    for (const std::string& cell : {difference.cell, difference.against}) {
        if (const auto known = names.find({cell, stream}); known != names.end()) {
            return known->second +
                   (colon == std::string::npos ? "" : difference.what.substr(colon));
        }
    }
    return difference.what;
}

/// More lines than this say nothing to a reader: then only what criteria and controls compare.
constexpr std::size_t most_lines = 100;

using Pairs = std::set<std::pair<std::string, std::string>>;

/// The cells that a criterion or a control compares, in both orders.
Pairs judged_pairs(const RunResults& results) {
    Pairs pairs;
    const auto add = [&](const std::string& a, const std::string& b) {
        pairs.emplace(a, b);
        pairs.emplace(b, a);
    };
    for (const ControlResult& control : results.controls) add(control.cell, control.duplicate);
    if (const auto experiment = parse_experiment(results.experiment_json)) {
        for (const Criterion& criterion : experiment->criteria)
            add(criterion.cell, criterion.against);
    }
    return pairs;
}

}  // namespace

std::string differences_table(const RunResults& results) {
    const Names names = emulated_names(results);
    MarkdownTable table;
    for (const char* title : {"cell", "against", "what", "declared", "measured"}) {
        table.column(title, false);
    }
    const bool all = results.differences.size() <= most_lines;
    const Pairs judged = all ? Pairs() : judged_pairs(results);
    std::size_t left_out = 0;
    for (const Difference& difference : results.differences) {
        if (!all && !difference.declared.empty() &&
            !judged.contains({difference.cell, difference.against})) {
            ++left_out;
            continue;
        }
        table.row({escaped(difference.cell), escaped(difference.against),
                   escaped(shown(difference, names)),
                   difference.declared.empty() ? "**not declared**" : escaped(difference.declared),
                   escaped(difference.measured)});
    }
    if (table.empty() && left_out == 0) return {};
    const std::string more = left_out == 0
                                 ? ""
                                 : fmt::format(
                                       "\n{} more declared differences, of cells that nothing "
                                       "compares, are in results.json.\n",
                                       left_out);
    return "## Table 9. What differs between cells\n\n"
           "Left: as declared, the cell first, the other one second. Right: what was measured of "
           "it; – where nothing measures it yet. A difference that is not declared blocks the "
           "comparison.\n\n" +
           (table.empty() ? "" : table.text()) + more;
}

}  // namespace stallscope
