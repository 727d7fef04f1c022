// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_seed.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>

#include "analysis/seed_rule.h"
#include "cli/error_text.h"
#include "plan/exit_code.h"
#include "plan/wording.h"
#include "report/seed_tables.h"
#include "run/kept_file.h"
#include "suite/bench_output.h"

namespace stallscope::cli {
namespace {

/// What is printed, and in which file it would be kept.
struct SeedResult {
    std::string markdown, json;
    int code = 0;
};

Result<double> percent_of(const std::string& text, double fallback) {
    if (text.empty()) return fallback;
    double value = 0;
    std::string number = text;
    if (number.ends_with('%')) number.pop_back();
    while (number.ends_with(' ')) number.pop_back();
    try {
        std::size_t used = 0;
        value = std::stod(number, &used);
        if (used == number.size() && value >= 0 && value <= 1000) return value;
    } catch (const std::exception&) {
        // falls through to the sentence
    }
    return fail(ErrorKind::usage, fmt::format("{} is no percentage", in_quotes(text)),
                "--threshold", "Write it like 7%.");
}

Result<std::optional<std::regex>> regex_of(const std::string& text, const char* option) {
    if (text.empty()) return std::nullopt;
    try {
        return std::regex(text);
    } catch (const std::regex_error&) {
        return fail(ErrorKind::usage, fmt::format("{} is no regular expression", in_quotes(text)),
                    option);
    }
}

Result<SeedClassifier> classifier_of(const SeedArguments& arguments) {
    const auto control = regex_of(arguments.control, "--control");
    if (!control) return tl::unexpected(control.error());
    const auto informational = regex_of(arguments.informational, "--informational");
    if (!informational) return tl::unexpected(informational.error());
    return [control = *control, informational = *informational](const std::string& name) {
        if (control && std::regex_search(name, *control)) return SeedRole::control;
        if (informational && std::regex_search(name, *informational))
            return SeedRole::informational;
        return SeedRole::treatment;
    };
}

Result<SeedFile> read_seed_file(const std::string& file, BenchFormat format) {
    const auto output = read_bench_output(file, format);
    if (!output) return tl::unexpected(output.error());
    SeedFile seconds;
    for (const BenchRow& row : output->rows) {
        if (!row.trouble.empty())
            return fail(ErrorKind::measurement,
                        fmt::format("row {} {}", in_quotes(row.name), row.trouble), file);
        seconds[row.name] = row.min_s;
    }
    return seconds;
}

Result<std::vector<SeedFile>> read_all(const std::vector<std::string>& files, BenchFormat format) {
    std::vector<SeedFile> read;
    for (const std::string& file : files) {
        auto one = read_seed_file(file, format);
        if (!one) return tl::unexpected(one.error());
        read.push_back(std::move(*one));
    }
    return read;
}

int code_of(SeedWord word, bool like_seed) {
    if (like_seed) return word == SeedWord::significant ? 1 : 0;
    return word == SeedWord::significant    ? ExitCode::criterion_not_met
           : word == SeedWord::inconclusive ? ExitCode::undecided
                                            : ExitCode::done;
}

Result<SeedResult> compare(const SeedArguments& arguments, BenchFormat format,
                           const SeedClassifier& role_of) {
    const auto threshold = percent_of(arguments.threshold, seed_threshold);
    if (!threshold) return tl::unexpected(threshold.error());
    const auto base = read_all(arguments.base, format);
    if (!base) return tl::unexpected(base.error());
    const auto head = read_all(arguments.head, format);
    if (!head) return tl::unexpected(head.error());
    const auto found = seed_comparison(*base, *head, *threshold, role_of);
    if (!found)
        return fail(ErrorKind::measurement,
                    "no benchmark is left to judge: none is in every file of both sides, or all "
                    "are controls or informational");
    return SeedResult{seed_markdown(*found, *threshold), seed_json(*found, *threshold),
                      code_of(found->word, arguments.exit_codes == "seed2")};
}

/// "plain-2-3.json": group "plain", salt "2", round "3".
Result<std::pair<std::string, std::string>> group_and_salt(const std::string& file) {
    const std::string stem = std::filesystem::path(file).stem().string();
    const auto round = stem.rfind('-');
    const auto salt = round == stem.npos || round == 0 ? stem.npos : stem.rfind('-', round - 1);
    if (salt == stem.npos)
        return fail(ErrorKind::usage, "a salted file is named GROUP-SALT-ROUND.json", file);
    return std::pair(stem.substr(0, salt), stem.substr(salt + 1, round - salt - 1));
}

Result<SeedResult> spread(const SeedArguments& arguments, BenchFormat format,
                          const SeedClassifier& role_of) {
    const auto least = percent_of(arguments.threshold, seed_least_spread);
    if (!least) return tl::unexpected(least.error());
    std::vector<std::string> labels;  // in the order of the files: the first one is the base
    std::map<std::string, std::vector<SaltedFile>> groups;
    for (const std::string& file : arguments.spread) {
        const auto named = group_and_salt(file);
        if (!named) return tl::unexpected(named.error());
        auto seconds = read_seed_file(file, format);
        if (!seconds) return tl::unexpected(seconds.error());
        if (!groups.contains(named->first)) labels.push_back(named->first);
        groups[named->first].push_back({named->second, std::move(*seconds)});
    }
    std::vector<std::pair<std::string, SpreadTable>> tables;
    for (const std::string& label : labels)
        tables.emplace_back(label, seed_spread(groups[label], *least, role_of));
    const auto& rows = tables.front().second.rows;
    const bool has_control = std::any_of(rows.begin(), rows.end(), [](const SpreadRow& row) {
        return row.word == SpreadWord::control;
    });
    if (!has_control)
        return fail(ErrorKind::measurement,
                    "no benchmark is a control, so nothing bounds the noise of the machine", {},
                    "Name them: --control REGEX");
    return SeedResult{spread_markdown(tables, *least), spread_json(tables), ExitCode::done};
}

Result<SeedResult> judge(const SeedArguments& arguments) {
    const auto format = bench_format_of(arguments.input);
    if (!format)
        return fail(ErrorKind::usage, in_quotes(arguments.input) + " is not a format", "--input",
                    suggestion(arguments.input, bench_format_names(), "There are"));
    if (arguments.exit_codes != "gate" && arguments.exit_codes != "seed2")
        return fail(ErrorKind::usage, "these exit codes are unknown", "--exit-codes",
                    "There are gate and seed2.");
    const auto role_of = classifier_of(arguments);
    if (!role_of) return tl::unexpected(role_of.error());
    const bool comparing = !arguments.base.empty() || !arguments.head.empty();
    if (comparing == !arguments.spread.empty() ||
        (comparing && (arguments.base.empty() || arguments.head.empty())))
        return fail(ErrorKind::usage,
                    "the method compares --base FILES with --head FILES, or "
                    "looks at --spread FILES");
    return comparing ? compare(arguments, *format, *role_of) : spread(arguments, *format, *role_of);
}

}  // namespace

void add_seed_arguments(CLI::App& command, SeedArguments& arguments) {
    const auto files = [&](const char* name, std::vector<std::string>& into, const char* says) {
        command.add_option(name, into, says)->type_name("FILES")->expected(1, 10'000);
    };
    files("--base", arguments.base, "seed2: outputs of base, one file per round (A)");
    files("--head", arguments.head, "seed2: outputs of head, one file per round (B)");
    files("--spread", arguments.spread,
          "seed2: outputs of salted builds of one source, named GROUP-SALT-ROUND.json");
    command.add_option("--control", arguments.control, "seed2: benchmarks that cannot be affected")
        ->type_name("REGEX");
    command
        .add_option("--informational", arguments.informational,
                    "seed2: benchmarks that are shown and not judged")
        ->type_name("REGEX");
    command
        .add_option("--threshold", arguments.threshold,
                    "seed2: 7% for a comparison, 3% for a spread where it is not given")
        ->type_name("PERCENT");
    command.add_option("--input", arguments.input, "seed2: the files' format (pytest-benchmark)")
        ->type_name("FORMAT");
    command
        .add_option("--exit-codes", arguments.exit_codes,
                    "seed2: gate (0, 4 significant, 6 inconclusive), or seed2 (1 significant, "
                    "else 0)")
        ->type_name("KIND");
}

int gate_like_seed(const SeedArguments& arguments, const std::vector<std::string>& formats,
                   const std::string& directory, Console& console) {
    const auto refused = [&](const Error& error) {
        console.err << error_lines(error);
        return exit_code_of(error.kind);
    };
    for (const std::string& format : formats)
        if (format != "md" && format != "json")
            return refused(
                {ErrorKind::usage, "this method writes md and json", "--format", {}, {}});
    const auto result = judge(arguments);
    if (!result) return refused(result.error());
    const auto wanted = [&](const char* format) {
        return std::find(formats.begin(), formats.end(), format) != formats.end();
    };
    if (directory.empty()) {
        console.out << (wanted("json") ? result->json : result->markdown);
        return result->code;
    }
    for (const auto& [format, name, text] :
         {std::tuple{"md", "gate.md", &result->markdown}, {"json", "gate.json", &result->json}}) {
        if (!formats.empty() && !wanted(format)) continue;
        const auto kept = keep_file(std::filesystem::path(directory) / name, *text, "the result",
                                    ErrorKind::measurement);
        if (!kept) return refused(kept.error());
    }
    console.out << result->markdown;
    return result->code;
}

}  // namespace stallscope::cli
