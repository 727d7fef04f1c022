// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>

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

}  // namespace

std::string differences_table(const RunResults& results) {
    const Names names = emulated_names(results);
    MarkdownTable table;
    for (const char* title : {"cell", "against", "what", "declared", "measured"}) {
        table.column(title, false);
    }
    for (const Difference& difference : results.differences) {
        table.row({escaped(difference.cell), escaped(difference.against),
                   escaped(shown(difference, names)),
                   difference.declared.empty() ? "**not declared**" : escaped(difference.declared),
                   escaped(difference.measured)});
    }
    if (table.empty()) {
        return {};
    }
    return "## Table 9. What differs between cells\n\n"
           "Left: as declared, the cell first, the other one second. Right: what was measured of "
           "it; – where nothing measures it yet. A difference that is not declared blocks the "
           "comparison.\n\n" +
           table.text();
}

}  // namespace stallscope
