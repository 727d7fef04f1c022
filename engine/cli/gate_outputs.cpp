// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/wording.h"
#include "run/kept_file.h"

namespace stallscope::cli {
namespace {

struct Form {
    const char* name;
    const char* file;
    std::string (*write)(const SuiteReport&);
};

constexpr Form forms[] = {{"md", "gate.md", suite_markdown},
                          {"html", "gate.html", suite_html},
                          {"json", "gate.json", suite_json},
                          {"csv", "gate.csv", suite_csv},
                          {"junit", "gate.xml", suite_junit}};

bool wanted(const GateOutputs& outputs, const Form& form) {
    return std::find(outputs.formats.begin(), outputs.formats.end(), form.name) !=
           outputs.formats.end();
}

}  // namespace

Result<GateOutputs> gate_outputs(const std::vector<std::string>& formats,
                                 const std::string& directory) {
    GateOutputs outputs{formats, directory};
    std::vector<std::string> known;
    for (const Form& form : forms) known.emplace_back(form.name);
    for (const std::string& format : formats) {
        if (std::find(known.begin(), known.end(), format) == known.end())
            return fail(ErrorKind::usage, "there is no format " + in_quotes(format), "--format",
                        suggestion(format, known, "There are"));
    }
    if (directory.empty() && formats.size() > 1)
        return fail(ErrorKind::usage, "several formats are files", "--format",
                    "Name a folder for them: --out FOLDER");
    if (formats.empty())
        outputs.formats = directory.empty() ? std::vector<std::string>{"md"} : known;
    return outputs;
}

Result<void> write_gate(const SuiteReport& report, const GateOutputs& outputs, std::ostream& out) {
    for (const Form& form : forms) {
        if (!wanted(outputs, form)) continue;
        if (outputs.directory.empty()) {
            out << form.write(report);
            continue;
        }
        if (auto kept = keep_file(outputs.directory / form.file, form.write(report), "the result",
                                  ErrorKind::measurement);
            !kept)
            return kept;
    }
    if (!outputs.directory.empty()) out << suite_markdown(report);
    return {};
}

}  // namespace stallscope::cli
