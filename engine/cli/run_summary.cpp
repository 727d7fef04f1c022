// SPDX-License-Identifier: Apache-2.0
#include "cli/run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/findings.h"
#include "cli/error_text.h"
#include "cli/words.h"
#include "plan/exit_code.h"
#include "record/run_file.h"
#include "report/report.h"

namespace stallscope::cli {
namespace {

constexpr std::size_t columns = 100;

/// "not_met" as people write it.
std::string spaced(std::string word) {
    std::replace(word.begin(), word.end(), '_', ' ');
    return word;
}

std::string status_word(const std::string& status, const Paint& paint) {
    const std::string word = spaced(status);
    if (status == "met") return paint.green(word);
    if (status == "not_met") return paint.red(word);
    return paint.yellow(word);
}

/// What stands behind the word: the reason where there is one (it names the value), else the value.
std::string reason_in_words(const CriterionResult& criterion) {
    if (!criterion.why.empty()) return printable(criterion.why);
    if (!criterion.value) return {};
    if (criterion.unit == "count") return fmt::format("{:.0f}", *criterion.value);
    return short_number(*criterion.value) + (criterion.unit.empty() ? "" : " " + criterion.unit);
}

/// One line for all controls: who is well needs no table.
std::string controls_text(const RunResults& results) {
    if (results.controls.empty()) return {};
    std::string worst;
    std::size_t passed = 0;
    std::size_t without = 0;
    for (const auto& control : results.controls) {
        if (control.state == "passed") {
            ++passed;
        } else if (!control.value) {
            ++without;
        } else {
            worst += fmt::format("; {} {} of {} in {} ({} / {}): {}", control.statistic,
                                 control.metric, control.stream, control.condition,
                                 control.duplicate, control.cell, control.state);
        }
    }
    auto text = fmt::format("controls, identical code against itself: {} of {} passed{}", passed,
                            results.controls.size() - without, worst);
    if (without > 0) text += fmt::format("; {} without a figure", without);
    return "  " + wrapped(printable(text), columns, 4) + "\n";
}

std::string finding_line(const Finding& finding, bool with_advice, const Paint& paint) {
    const auto word = finding.severity == "blocks"  ? paint.red("blocks")
                      : finding.severity == "warns" ? paint.yellow("warns ")
                                                    : paint.dim("note  ");
    std::string text = finding.where.empty() ? "" : finding.where + ": ";
    text += with_full_stop(finding.says);
    if (with_advice && !finding.advice.empty()) {
        text += " " + with_full_stop(capitalised(finding.advice));
    }
    return "  " + word + "  " + wrapped(printable(text), columns, 10) + "\n";
}

std::string next_steps(const std::filesystem::path& path) {
    const auto file = short_path(path);
    const auto word = shell_word(file.string());
    return fmt::format(
        "Everything is in {}\n"
        "  stallscope show {} --full\n"
        "  stallscope export {} --to FOLDER\n"
        "  stallscope verify {}\n",
        printable(file.string()), word, word, word);
}

}  // namespace

std::string shell_word(const std::string& word) {
    constexpr std::string_view harmless =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,";
    if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char letter : word) {
        if (letter == '\'') {
            quoted += "'\\''";
        } else {
            quoted += letter;
        }
    }
    return quoted + "'";
}

std::filesystem::path short_path(const std::filesystem::path& path) {
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    if (error || !path.is_absolute()) return path;
    const auto near = path.lexically_relative(here);
    return near.empty() || *near.begin() == ".." ? path : near;
}

std::string partial_text(const RunResults& results, const std::filesystem::path& file) {
    if (results.status == "complete") return {};
    std::string text = "This run is partial";
    if (results.status != "partial") text += ": it was " + printable(results.status);
    if (results.status == "failed") text = "This run is partial: it failed";
    if (!results.status_reason.empty() && results.status_reason != results.status) {
        text += " (" + printable(results.status_reason) + ")";
    }
    text += fmt::format("; {} of {} are complete.", results.visits_complete,
                        counted(results.visits_planned, "visit"));
    return wrapped(text, columns) + "\nMeasure the rest: stallscope resume " +
           shell_word(file.string()) + "\n";
}

std::string criteria_text(const RunResults& results, const Paint& paint) {
    if (results.criteria.empty()) return {};
    std::string text = "Criteria, as sealed\n";
    std::size_t widest = 9;
    for (const auto& criterion : results.criteria) {
        widest = std::max(widest, display_width(criterion.status));
    }
    bool later = false;
    for (const auto& criterion : results.criteria) {
        if (criterion.after_seal && !later) text += "Criteria edited after the seal\n";
        later = criterion.after_seal;
        // Padded before it is painted: colour has no width.
        const auto word = status_word(criterion.status, paint);
        const auto fill =
            std::string(widest - std::min(widest, display_width(criterion.status)), ' ');
        auto line = printable(criterion.says);
        if (const auto why = reason_in_words(criterion); !why.empty()) line += ": " + why;
        if (criterion.mechanism_only) line += " (mechanism only: the device is emulated)";
        text += "  " + word + fill + " " + wrapped(line, columns, widest + 3) + "\n";
        for (const auto& part : criterion.parts) {
            text += std::string(widest + 3, ' ') +
                    wrapped(fmt::format("{}{}: {}, {}", printable(part.condition),
                                        part.side.empty() ? "" : ", " + part.side + " side",
                                        spaced(part.status), printable(part.why)),
                            columns, widest + 5) +
                    "\n";
        }
    }
    return text + controls_text(results);
}

std::string findings_text(const RunResults& results, const Paint& paint) {
    std::string text;
    if (!results.findings.empty()) text += "Findings\n";
    // The same advice again and again would hide what is found.
    std::set<std::string> advised;
    for (const auto& finding : results.findings) {
        text += finding_line(finding, advised.insert(finding.advice).second, paint);
    }
    if (!results.checks.empty()) text += (text.empty() ? "" : "\n") + std::string("Checks\n");
    for (const auto& check : results.checks) {
        text += "  " + (check.passed ? paint.green("passed") : paint.red("failed")) + "  " +
                wrapped(printable(check.name + ": " + check.says), columns, 10) + "\n";
    }
    return text;
}

std::string table_text(const RunResults& results) {
    if (results.visits_complete == 0) return "No visit is complete yet: there is no table.\n";
    auto table = short_table(results);
    if (!table.empty() && table.back() != '\n') table += '\n';
    return table + "\n" + wrapped(printable(one_sentence(results)), columns) + "\n";
}

int print_summary(const std::filesystem::path& file, Console& console) {
    const auto run = RunReader::open(file);
    const auto results = run ? analyse(*run) : tl::unexpected(run.error());
    if (!results) {
        console.err << error_lines(results.error());
        return exit_code_of(results.error().kind);
    }
    const Paint paint(console.colour_out);
    console.out << table_text(*results) << '\n';
    if (const auto criteria = criteria_text(*results, paint); !criteria.empty()) {
        console.out << criteria << '\n';
    }
    const auto serious = std::count_if(results->findings.begin(), results->findings.end(),
                                       [](const Finding& one) { return severity_rank(one) < 2; });
    if (serious > 0) {
        console.out << counted(serious, "finding") << " to read before you believe it.\n\n";
    }
    console.out << next_steps(file);
    return ExitCode::done;
}

}  // namespace stallscope::cli
