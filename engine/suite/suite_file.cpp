// SPDX-License-Identifier: Apache-2.0
#include "suite/suite_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/criterion_bound.h"
#include "plan/document_file.h"
#include "plan/json_pointer.h"
#include "plan/json_text.h"
#include "plan/text_guard.h"
#include "plan/wording.h"
#include "suite/suite_codec.h"
#include "suite/suite_words.h"

namespace stallscope {

namespace {

constexpr int format_version = 1;
constexpr double largest_seed = 9007199254740991.0;  // 2^53 − 1: what every JSON reader keeps
constexpr std::size_t most_patterns = 256;
constexpr std::size_t most_twins = 256;

/// A suite has no place for null, and no text may hold NUL: commands and paths end there.
void refuse_null_and_nul(const Json& value, const std::string& pointer, Faults& faults) {
    const auto refuse_nul = [&](std::string_view text, const std::string& place) {
        if (text.find('\0') != text.npos)
            faults.add(place, "there is a NUL character (\\u0000) in the text");
    };
    if (value.is_null()) faults.add(pointer, "null stands for nothing here", "Leave the key out.");
    if (const std::string* text = value.text()) refuse_nul(*text, pointer);
    if (const Json::Array* items = value.array())
        for (std::size_t i = 0; i < items->size(); ++i)
            refuse_null_and_nul((*items)[i], pointer_to(pointer, i), faults);
    if (const Json::Object* members = value.object()) {
        for (const auto& [key, member] : *members) {
            const std::string place = pointer_to(pointer, std::string_view(key));
            refuse_nul(key, place);
            refuse_null_and_nul(member, place, faults);
        }
    }
}

bool knows_the_format(ObjectReader& reader) {
    const Json* version = reader.need("stallscope_suite", "Write \"stallscope_suite\": 1.");
    if (!version) return true;
    const double* number = version->number();
    if (number && *number == format_version) return true;
    reader.faults().add(reader.at("stallscope_suite"),
                        fmt::format("the format version is {}, this program reads version {}",
                                    described(*version), format_version),
                        number && *number > format_version ? "A newer stallscope can read it."
                                                           : "Write \"stallscope_suite\": 1.");
    return false;
}

void read_sides(const Json& value, Suite& suite, Faults& faults) {
    ObjectReader reader(value, "/sides", "a pair of sides", faults);
    if (!reader.is_object()) return;
    for (const Side side : {Side::base, Side::head}) {
        const std::string name(to_text(side));
        if (const Json* one = reader.need(name))
            suite.sides[static_cast<std::size_t>(side)] = read_side(*one, reader.at(name), faults);
    }
    reader.finish();
}

void read_salts(const Json& value, Suite& suite, Faults& faults) {
    ObjectReader reader(value, "/salts", "the salts", faults);
    if (!reader.is_object()) return;
    suite.salts.count = reader.whole("count", 1, {1, 64});
    reader.need("count");
    if (reader.find("by")) {
        suite.salts.environment = suite.salts.build = false;
        const auto kinds = reader.texts("by", {1, 64}, 2);
        static const std::vector<std::string> known{"environment", "build"};
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            if (kinds[i] == "environment") {
                suite.salts.environment = true;
            } else if (kinds[i] == "build") {
                suite.salts.build = true;
            } else {
                faults.add(pointer_to(reader.at("by"), i),
                           fmt::format("{} is not a kind of salt", in_quotes(kinds[i])),
                           fmt::format("This version knows {}.", listed(known)));
            }
        }
        const Json::Array* items = reader.find("by")->array();
        if (items && items->empty())
            faults.add(reader.at("by"), "one kind of salt or more is expected");
    }
    reader.finish();
}

std::vector<SuiteTwin> read_twins(const Json& value, Faults& faults) {
    std::vector<SuiteTwin> twins;
    const Json::Array* items = value.array();
    if (!items || items->size() > most_twins) {
        faults.add("/twins", items ? fmt::format("at most {} twins are expected, not {}",
                                                 most_twins, items->size())
                                   : "a list of twins is expected, not " + described(value));
        return twins;
    }
    std::set<std::string> names;
    for (std::size_t i = 0; i < items->size(); ++i) {
        ObjectReader reader((*items)[i], pointer_to("/twins", i), "a twin row", faults);
        if (!reader.is_object()) continue;
        SuiteTwin twin;
        for (const auto& [key, text] :
             {std::pair{"name", &twin.name}, std::pair{"full", &twin.full},
              std::pair{"without", &twin.without}}) {
            if (const Json* member = reader.need(key))
                *text = read_text(*member, reader.at(key), pattern_length, faults).value_or("");
        }
        reader.finish();
        if (!twin.full.empty() && twin.full == twin.without)
            faults.add(reader.at("without"), "a row has no difference to itself");
        if (!twin.name.empty() && !names.insert(twin.name).second)
            faults.add(reader.at("name"),
                       fmt::format("there are two twin rows {}", in_quotes(twin.name)),
                       "Give each a name of its own.");
        twins.push_back(std::move(twin));
    }
    return twins;
}

void read_rounds(ObjectReader& reader, Suite& suite) {
    suite.rounds = reader.whole("rounds", suite.rounds, {1, 1000});
    suite.most_rounds = suite.rounds;
    const std::size_t before = reader.faults().count();
    suite.undecided =
        reader.choice("undecided", suite.undecided, undecided_words, "a way to treat undecided");
    const bool extends = suite.undecided == UndecidedPolicy::extend;
    if (extends && !reader.has("most_rounds")) {
        reader.faults().add(reader.at("most_rounds"),
                            "\"undecided\": \"extend\" needs the key \"most_rounds\"",
                            "Say after how many rounds it ends.");
    }
    const bool policy_is_known = reader.faults().count() == before;
    if (reader.find("most_rounds")) {
        suite.most_rounds = reader.whole("most_rounds", suite.rounds, {1, 1000});
        if (!extends && policy_is_known) {
            reader.faults().add(reader.at("most_rounds"),
                                "\"most_rounds\" only fits \"undecided\": \"extend\"",
                                "Leave the key out.");
        } else if (extends && suite.most_rounds < suite.rounds) {
            reader.faults().add(reader.at("most_rounds"), "these are fewer rounds than \"rounds\"");
        }
    }
}

Suite read_document(const Json& document, Faults& faults) {
    Suite suite;
    ObjectReader reader(document, "", "a suite", faults);
    if (!reader.is_object() || !knows_the_format(reader)) return suite;
    refuse_null_and_nul(document, "", faults);
    if (const Json* name = reader.need("name")) {
        suite.name = read_text(*name, "/name", any_length, faults).value_or("");
        if (name->text()) check_name(suite.name, "/name", "a suite's name", faults);
    }
    suite.question = reader.text("question", {}, {0, 4000});
    reader.need("format");
    suite.format = reader.choice("format", suite.format, bench_format_words, "a format");
    suite.statistic =
        reader.choice("statistic", suite.statistic, row_statistic_words, "a statistic");
    if (const Json* sides = reader.need("sides")) read_sides(*sides, suite, faults);
    suite.equal_files = reader.choice("equal_files", suite.equal_files, equal_files_words,
                                      "a way to treat equal files");
    if (const Json* salts = reader.find("salts")) read_salts(*salts, suite, faults);
    read_rounds(reader, suite);
    suite.order = reader.choice("order", suite.order, round_order_words, "an order");
    if (const Json* seed = reader.find("seed"))
        suite.seed = static_cast<std::uint64_t>(
            read_whole(*seed, "/seed", {0, largest_seed}, faults).value_or(1));
    suite.aa = reader.flag("aa", suite.aa);
    suite.limit_s = reader.number("limit_s", suite.limit_s, {0.1, 86'400, "s"});
    suite.build_limit_s = reader.number("build_limit_s", suite.build_limit_s, {0.1, 86'400, "s"});
    suite.margin = read_share(reader, "margin", suite.margin);
    suite.or_own_spread = reader.flag("or_own_spread", false);
    suite.too_fast_ns = reader.number("too_fast_ns", suite.too_fast_ns, {0, 1e9, "ns"});
    suite.controls = reader.texts("controls", pattern_length, most_patterns);
    suite.ignore = reader.texts("ignore", pattern_length, most_patterns);
    if (const Json* twins = reader.find("twins")) suite.twins = read_twins(*twins, faults);
    if (const Json* claims =
            reader.need("claims",
                        "Say before the run what must hold: [{\"id\": \"no-slower\", \"others\": "
                        "true, \"worse_by_less_than\": \"5%\"}]."))
        suite.claims = read_claims(*claims, faults);
    suite.moved_fails = reader.choice("moved_fails", suite.moved_fails, moved_fails_words,
                                      "a way to treat rows that moved");
    reader.finish();
    for (const Side side : {Side::base, Side::head}) {
        const SuiteSide& one = suite.side(side);
        if (!suite.salts.build || one.bench.empty() || !one.build.empty()) continue;
        faults.add(pointer_to("/sides", to_text(side)),
                   "a salt by \"build\" needs a build command on both sides",
                   "Give \"build\", or take salts by \"environment\" only.");
    }
    return suite;
}

}  // namespace

std::string_view to_text(Side side) {
    return side == Side::base ? "base" : "head";
}

std::string_view to_text(RowStatistic statistic) {
    return word_for(statistic, row_statistic_words);
}

std::string_view to_text(RoundOrder order) {
    return word_for(order, round_order_words);
}

std::string SuiteCommand::text() const {
    if (shell) return argv.front();
    std::string line;
    for (const std::string& word : argv) {
        if (!line.empty()) line += ' ';
        const bool plain =
            !word.empty() && word.find_first_of(" \t\n\"'\\$`*?;&|<>()") == word.npos;
        line += plain ? word : in_quotes(word, 4096);
    }
    return line;
}

double read_share(ObjectReader& reader, std::string_view key, double fallback) {
    const Json* member = reader.find(key);
    if (!member) return fallback;
    Criterion bound;
    bound.form = Form::worse_by_less_than;
    const std::size_t before = reader.faults().count();
    read_bound(*member, reader.at(key), MetricKind::time, bound, reader.faults());
    return reader.faults().count() == before ? bound.bound : fallback;
}

Result<Suite> parse_suite(std::string_view text) {
    if (auto guarded = guard_text(text); !guarded) return tl::unexpected(guarded.error());
    Faults faults;
    const auto document = parse_json(text, faults);
    if (!document) return faults.as_error();
    Suite suite = read_document(*document, faults);
    if (!faults.empty()) return faults.as_error();
    suite.canonical = canonical_json(*document);
    return suite;
}

Result<Suite> read_suite(const std::filesystem::path& file) {
    const auto bytes = read_document_file(file, "a suite file", "Name a suite file.");
    if (!bytes) return tl::unexpected(bytes.error());
    auto suite = parse_suite(*bytes);
    if (!suite) {
        Error error = suite.error();
        if (error.where.empty()) error.where = file.string();
        return tl::unexpected(std::move(error));
    }
    std::error_code ignored;
    suite->directory = std::filesystem::absolute(file, ignored).parent_path();
    return suite;
}

bool matches(std::string_view pattern, std::string_view name) {
    // Where the last "*" stood and what it took so far: it takes one more when the rest fails.
    std::size_t p = 0, n = 0, star = pattern.npos, taken = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != pattern.npos) {
            p = star + 1;
            n = ++taken;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matches(pattern, name); });
}

}  // namespace stallscope
