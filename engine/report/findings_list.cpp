// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/markdown.h"
#include "report/tables.h"

namespace stallscope {

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
