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
    if (unit == "ratio" || unit == "times") {
        return "×" + fixed_text(*value, 3);
    }
    if (unit == "count") {
        return fixed_text(*value, 0);
    }
    if (unit == "points") {
        return fixed_text(*value * 100, 2) + " points";
    }
    return unit == "share" ? percent_text(*value) : fmt::format("{} {}", ms_text(*value), unit);
}

std::string interval_text(const CriterionFigures& figures, const std::string& unit) {
    if (!figures.low || !figures.high) {
        return "–";
    }
    return fmt::format("{} … {}", amount(figures.low, unit), amount(figures.high, unit));
}

std::string word_text(const std::string& status) {
    return status == "not_met" ? "not met" : status;
}

void add_row(MarkdownTable& table, const CriterionResult& criterion,
             const CriterionFigures& figures, const std::string& name, const std::string& says,
             const std::string& verdict) {
    std::string why = figures.why;
    for (const std::string& note : figures.notes) {
        why += (why.empty() ? "" : "; ") + note;
    }
    table.row({escaped(name), escaped(says), amount(figures.value, criterion.unit),
               interval_text(figures, criterion.unit), amount(figures.margin, criterion.unit),
               verdict, figures.look > 0 ? fmt::format("{}", figures.look) : "–", escaped(why)});
}

/// What the words would be if the visits that were measured again counted as they came first.
std::string exclusion_text(const RunResults& results) {
    std::string words;
    for (const CriterionResult& criterion : results.without_exclusion) {
        words += fmt::format("{}{} {}", words.empty() ? "" : ", ", escaped(criterion.id),
                             word_text(criterion.status));
    }
    return words.empty() ? words : "\nWithout any exclusion: " + words + ".\n";
}

std::string controls_table(const RunResults& results) {
    MarkdownTable table;
    table.column("figure", false);
    table.column("duplicate / cell", false);
    table.column("ratio");
    table.column("95 % interval");
    table.column("p, Holm");
    table.column("control", false);
    for (const ControlResult& control : results.controls) {
        const auto state = control.state == "passed" && !control.informative
                               ? std::string("passed, uninformative")
                               : control.state;
        table.row({escaped(fmt::format("{} {} of {} in {}", control.statistic, control.metric,
                                       control.stream, control.condition)),
                   escaped(fmt::format("{} / {}", control.duplicate, control.cell)),
                   amount(control.value, "ratio"),
                   control.low95 ? fmt::format("{} … {}", amount(control.low95, "ratio"),
                                               amount(control.high95, "ratio"))
                                 : "–",
                   control.adjusted_p ? fixed_text(*control.adjusted_p, 3) : "–", state});
    }
    if (table.empty()) {
        return {};
    }
    return "\n### Controls: identical code against itself\n\n"
           "A failed control makes the comparisons of its stream, condition and metric invalid; a "
           "small difference widens their intervals.\n\n" +
           table.text();
}

}  // namespace

std::string criteria_table(const RunResults& results) {
    MarkdownTable table;
    table.column("criterion", false);
    table.column("as sealed", false);
    table.column("value");
    table.column("interval");
    table.column("bound");
    table.column("verdict", false);
    table.column("look");
    table.column("why", false);
    for (const CriterionResult& criterion : results.criteria) {
        std::string verdict = word_text(criterion.status);
        if (criterion.mechanism_only) {
            verdict += " (mechanism only)";
        }
        std::string says = criterion.says;
        if (!criterion.margin_from.empty()) {
            says += fmt::format(" (margin: {})", criterion.margin_from);
        }
        add_row(table, criterion, criterion, criterion.id, says, verdict);
        for (const CriterionFigures& part : criterion.parts) {
            const std::string side = part.side.empty() ? "" : ", " + part.side + " side";
            add_row(table, criterion, part, "", "in " + part.condition + side,
                    word_text(part.status));
        }
    }
    if (table.empty()) {
        return {};
    }
    return fmt::format(
               "## Table 10. Criteria\n\n"
               "As sealed before the first window. One number per cycle, never per request; "
               "intervals are Student's over the cycles at the one-sided level of the last look "
               "(looks: {}, interval: {}). Met: the whole interval is on the good side of the "
               "bound; not met: on the bad side (after Holm over all criteria); else undecided. A "
               "ratio is this cell / the other one.\n\n",
               results.looks, results.interval) +
           table.text() + exclusion_text(results) + controls_table(results);
}

}  // namespace stallscope
