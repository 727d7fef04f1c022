// SPDX-License-Identifier: Apache-2.0
#include "suite/salts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "plan/draw.h"

namespace stallscope {

namespace {

constexpr std::size_t alignment = 16;
constexpr std::size_t steps = 256;  // up to 4096 bytes

void replace_all(std::string& text, std::string_view mark, std::string_view by) {
    for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at + by.size()))
        text.replace(at, mark.size(), by);
}

}  // namespace

std::size_t padding_bytes(std::uint64_t seed, int salt) {
    if (salt <= 0) return 0;
    std::vector<std::size_t> paddings(steps - 1);
    std::iota(paddings.begin(), paddings.end(), std::size_t{1});
    Draw draw(seed);
    draw.shuffle(paddings);
    return paddings[static_cast<std::size_t>(salt - 1) % paddings.size()] * alignment;
}

std::vector<std::pair<std::string, std::string>> build_environment(const Suite& suite, Side side,
                                                                   int salt) {
    const auto& own = suite.side(side).env;
    std::vector<std::pair<std::string, std::string>> variables(own.begin(), own.end());
    variables.emplace_back("STALLSCOPE_SALT", std::to_string(salt));
    variables.emplace_back("STALLSCOPE_SIDE", to_text(side));
    return variables;
}

std::vector<std::pair<std::string, std::string>> bench_environment(const Suite& suite,
                                                                   const BenchArm& arm,
                                                                   const std::string& out) {
    auto variables = build_environment(suite, arm.side, arm.salt);
    variables.emplace_back("STALLSCOPE_OUT", out);
    if (suite.salts.environment && suite.salts.count > 1)
        variables.emplace_back("STALLSCOPE_PADDING",
                               std::string(padding_bytes(suite.seed, arm.salt), 'x'));
    return variables;
}

std::vector<std::string> words_of(const SuiteCommand& command, Side side, int salt,
                                  const std::string& out) {
    if (command.shell) return {"/bin/sh", "-c", command.argv.front()};
    std::vector<std::string> words = command.argv;
    for (std::string& word : words) {
        replace_all(word, "{salt}", std::to_string(salt));
        replace_all(word, "{side}", to_text(side));
        replace_all(word, "{out}", out);
    }
    return words;
}

std::vector<std::string> users_commands(const Suite& suite) {
    std::vector<std::string> sentences;
    const int builds = suite.salts.build ? suite.salts.count : 1;
    for (const Side side : {Side::base, Side::head}) {
        const SuiteSide& one = suite.side(side);
        const std::string in = one.cwd.empty() ? "" : fmt::format(" (in {})", one.cwd);
        if (!one.build.empty()) {
            sentences.push_back(fmt::format("build {}{}: {}{}", to_text(side),
                                            builds > 1 ? fmt::format(", {} times", builds) : "",
                                            one.build.text(), in));
        }
        const int arms = suite.salts.count * (side == Side::base && suite.aa ? 2 : 1);
        sentences.push_back(fmt::format("bench {}, {} times: {}{}", to_text(side),
                                        arms * suite.rounds * halves_of(suite), one.bench.text(),
                                        in));
    }
    return sentences;
}

}  // namespace stallscope
