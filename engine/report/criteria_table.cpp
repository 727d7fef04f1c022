// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/markdown.h"
#include "report/numbers.h"
#include "report/tables.h"

namespace stallscope {
namespace {

std::string amount(const std::optional<double>& value, const std::string& unit) {
    if (!value) {
        return "–";
    }
    if (unit == "ratio") {
        return "×" + fixed_text(*value, 3);
    }
    if (unit == "count") {
        return fixed_text(*value, 0);
    }
    return unit == "share" ? percent_text(*value) : fmt::format("{} {}", ms_text(*value), unit);
}

}  // namespace

std::string criteria_table(const RunResults& results) {
    MarkdownTable table;
    table.column("criterion", false);
    table.column("as sealed", false);
    table.column("value");
    table.column("bound");
    table.column("verdict", false);
    table.column("why", false);
    for (const CriterionResult& criterion : results.criteria) {
        std::string verdict = criterion.status == "not_met" ? "not met" : criterion.status;
        if (criterion.mechanism_only) {
            verdict += " (mechanism only)";
        }
        table.row({escaped(criterion.id), escaped(criterion.says),
                   amount(criterion.value, criterion.unit),
                   amount(criterion.margin, criterion.unit), verdict, escaped(criterion.why)});
    }
    if (table.empty()) {
        return {};
    }
    return "## Table 10. Criteria\n\n"
           "As sealed before the first window. Verdicts compare the point value with the bound; "
           "there are no intervals yet. A ratio is this cell / the other one.\n\n" +
           table.text();
}

}  // namespace stallscope
