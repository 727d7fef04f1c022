// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "report/markdown.h"
#include "report/tables.h"

namespace stallscope {
namespace {

/// "gpu: device" → the name under which every table shows that stream.
std::string shown(const std::string& what, const std::map<std::string, std::string>& names) {
    const auto colon = what.find(": ");
    const auto known = names.find(what.substr(0, colon));
    if (known == names.end()) {
        return what;
    }
    return known->second + (colon == std::string::npos ? "" : what.substr(colon));
}

}  // namespace

std::string differences_table(const RunResults& results) {
    std::map<std::string, std::string> names;
    for (const Row& row : results.rows) {
        if (row.emulated) {
            names[row.stream] = row.device;
        }
        for (const Neighbour& neighbour : row.neighbours) {
            if (neighbour.emulated) {
                names[neighbour.stream] = neighbour.device;
            }
        }
    }
    MarkdownTable table;
    for (const char* title : {"cell", "against", "what", "declared", "measured"}) {
        table.column(title, false);
    }
    for (const Difference& difference : results.differences) {
        table.row({escaped(difference.cell), escaped(difference.against),
                   escaped(shown(difference.what, names)),
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
