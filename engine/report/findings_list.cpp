// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/markdown.h"
#include "report/tables.h"

namespace stallscope {

/// What each word amounts to, labelled by the program and not by whoever reads it.
std::string conclusions_list(const RunResults& results) {
    if (results.conclusions.empty()) {
        return {};
    }
    std::string text = "## Conclusions and their labels\n\n";
    for (const LabelledConclusion& conclusion : results.conclusions) {
        text += fmt::format("- **{}** {} in {}: {}\n", escaped(conclusion.label),
                            escaped(conclusion.criterion), escaped(conclusion.condition),
                            escaped(conclusion.says));
    }
    return text;
}

std::string findings_list(const RunResults& results) {
    if (results.findings.empty()) {
        return {};
    }
    std::string text = "## Findings\n\nWhat to know before believing the figures.\n\n";
    for (const Finding& finding : results.findings) {
        text += fmt::format("- **{}** {}{}: {}.", escaped(finding.severity), escaped(finding.id),
                            finding.where.empty() ? "" : " (" + escaped(finding.where) + ")",
                            escaped(finding.says));
        text += finding.advice.empty() ? "\n" : fmt::format(" *{}.*\n", escaped(finding.advice));
    }
    return text;
}

std::string checks_list(const RunResults& results) {
    if (results.checks.empty()) {
        return {};
    }
    std::string text = "## Checks before the run\n\n";
    for (const StoredCheck& check : results.checks) {
        text += fmt::format("- {} {}: {}\n", check.passed ? "passed" : "**failed**",
                            escaped(check.name), escaped(check.says));
    }
    return text;
}

}  // namespace stallscope
