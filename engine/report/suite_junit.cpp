// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/suite_report.h"
#include "report/suite_tables.h"
#include "report/xml_text.h"

namespace stallscope {
namespace {

/// Every claim is a test case; so is every row that moved without one.
struct Case {
    std::string name, failure, error, skipped;
};

std::vector<Case> cases_of(const SuiteReport& report) {
    std::vector<Case> cases;
    for (const ClaimResult& claim : report.judgement.claims) {
        Case one;
        one.name = claim.says.empty() ? claim.id : claim.id + ": " + claim.says;
        std::string says = bound_text(claim.form, claim.bound);
        if (claim.worst) {
            const RowResult& row = report.judgement.rows[claim.points[*claim.worst].row];
            says += "; " + row.name + (row.ratio ? ": " + moved_text(*row.ratio) : "");
        }
        if (!claim.why.empty()) says += "; " + claim.why;
        if (claim.word == Word::not_met) {
            one.failure = "not met: " + says;
        } else if (claim.word != Word::met) {
            // Undecided is never green; where the suite lets it pass the case is skipped.
            std::string word(to_text(claim.word));
            (report.exit_code == 0 ? one.skipped : one.error) = word + ": " + says;
        }
        cases.push_back(std::move(one));
    }
    for (const RowResult& row : report.judgement.rows) {
        if (row.state != RowState::moved_slower && row.state != RowState::moved_faster) continue;
        Case one;
        one.name = "row " + row.name;
        const std::string says = state_text(row) + ": " + moved_text(*row.ratio);
        (row.fails ? one.failure : one.skipped) = says;
        cases.push_back(std::move(one));
    }
    if (report.nothing_to_compare) cases.push_back({"builds", {}, {}, "the builds are equal"});
    return cases;
}

}  // namespace

std::string suite_junit(const SuiteReport& report) {
    const auto cases = cases_of(report);
    const auto count = [&](std::string Case::*part) {
        return std::count_if(cases.begin(), cases.end(),
                             [&](const Case& one) { return !(one.*part).empty(); });
    };
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    const std::string numbers = fmt::format(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", cases.size(),
        count(&Case::failure), count(&Case::error), count(&Case::skipped), report.seconds);
    text += fmt::format("<testsuites>\n  <testsuite name=\"{}\" {} timestamp=\"{}\">\n",
                        xml_text(report.name), numbers,
                        xml_text(report.started.substr(0, report.started.find('Z'))));
    for (const Case& one : cases) {
        text += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_text(report.name),
                            xml_text(one.name));
        if (!one.failure.empty()) {
            text += fmt::format(">\n      <failure message=\"{}\"/>\n    </testcase>\n",
                                xml_text(one.failure));
        } else if (!one.error.empty()) {
            text += fmt::format(">\n      <error message=\"{}\"/>\n    </testcase>\n",
                                xml_text(one.error));
        } else if (!one.skipped.empty()) {
            text += fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                                xml_text(one.skipped));
        } else {
            text += "/>\n";
        }
    }
    return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace stallscope
