// SPDX-License-Identifier: Apache-2.0
#include "run/suite_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/wording.h"

namespace stallscope {
namespace {

/// Rows that a claim may be about: what is measured, and the twins made of it.
std::vector<std::string> nameable(const Suite& suite, const std::vector<std::string>& names) {
    std::vector<std::string> all = names;
    for (const SuiteTwin& twin : suite.twins) all.push_back(twin.name);
    return all;
}

Result<void> check_twins(const Suite& suite, const std::vector<std::string>& names) {
    for (const SuiteTwin& twin : suite.twins) {
        for (const std::string& part : {twin.full, twin.without}) {
            if (std::find(names.begin(), names.end(), part) != names.end()) continue;
            return fail(ErrorKind::measurement,
                        fmt::format("twin row {} needs the row {}, which was not measured",
                                    in_quotes(twin.name), in_quotes(part)),
                        {}, suggestion(part, names, "The rows are"));
        }
        if (std::find(names.begin(), names.end(), twin.name) != names.end())
            return fail(
                ErrorKind::measurement,
                fmt::format("twin row {} has the name of a measured row", in_quotes(twin.name)), {},
                "Give it a name of its own.");
    }
    return {};
}

}  // namespace

Result<void> check_named_rows(const Suite& suite, const std::vector<std::string>& names) {
    if (auto twins = check_twins(suite, names); !twins) return twins;
    const auto rows = nameable(suite, names);
    for (const SuiteClaim& claim : suite.claims) {
        for (const std::string& pattern : claim.rows) {
            bool found = false;
            for (const std::string& row : rows) {
                if (!matches(pattern, row)) continue;
                found = true;
                if (matches_any(suite.controls, row))
                    return fail(ErrorKind::measurement,
                                fmt::format("claim {} is about {}, which is a control",
                                            in_quotes(claim.id), in_quotes(row)),
                                {}, "A control is a row that the change cannot affect.");
            }
            if (!found)
                return fail(ErrorKind::measurement,
                            fmt::format("claim {} is about {}, which was not measured",
                                        in_quotes(claim.id), in_quotes(pattern)),
                            {}, suggestion(pattern, rows, "The rows are"));
        }
    }
    return {};
}

Result<void> check_timed_calls(const Suite& suite, const SuiteQuestion& question) {
    constexpr double lost = 10;
    for (std::size_t i = 0; i < question.rows.size(); ++i) {
        const SuiteRow& row = question.rows[i];
        const auto base = typical_ns(row.base);
        const auto head = typical_ns(row.head);
        if (row.twin || !base || !head) continue;
        const auto [less, more] = std::minmax(*base, *head);
        if (less >= suite.too_fast_ns || more < suite.too_fast_ns || more < lost * less) continue;
        const bool claimed = std::any_of(
            question.claims.begin(), question.claims.end(), [&](const AskedClaim& claim) {
                const bool faster = claim.form == Form::at_least_times && claim.bound >= lost;
                return faster && *head < *base &&
                       std::find(claim.rows.begin(), claim.rows.end(), i) != claim.rows.end();
            });
        if (claimed) continue;
        return fail(ErrorKind::measurement,
                    fmt::format("row {} takes {:.3g} ns in base and {:.3g} ns in head: it seems to "
                                "have lost the call it timed",
                                in_quotes(row.name), *base, *head),
                    std::string(to_text(*head < *base ? Side::head : Side::base)),
                    "If it is really that much faster, claim it: \"at_least_times\": 10 or more.");
    }
    return {};
}

SuiteQuestion question_of(const Suite& suite, std::vector<SuiteRow> rows,
                          const std::map<std::string, PlacementFigure>& bank, std::size_t looks) {
    SuiteQuestion question;
    question.rows = std::move(rows);
    question.margin = suite.margin;
    question.or_own_spread = suite.or_own_spread;
    question.too_fast_ns = suite.too_fast_ns;
    question.alpha = 0.05 / static_cast<double>(std::max<std::size_t>(looks, 1));
    question.slower_fails = suite.moved_fails != MovedFails::never;
    question.faster_fails = suite.moved_fails == MovedFails::both;
    for (const auto& [name, figure] : bank) question.bank[name] = {figure.sd, figure.df};
    std::set<std::size_t> claimed;
    for (const SuiteClaim& claim : suite.claims) {
        AskedClaim asked;
        asked.id = claim.id;
        asked.says = claim.says;
        asked.form = claim.form;
        asked.bound = claim.bound;
        asked.or_own_spread = claim.or_own_spread;
        asked.skips_fast_rows = claim.others;
        for (std::size_t i = 0; i < question.rows.size(); ++i) {
            if (!matches_any(claim.rows, question.rows[i].name)) continue;
            asked.rows.push_back(i);
            claimed.insert(i);
        }
        question.claims.push_back(std::move(asked));
    }
    for (std::size_t c = 0; c < suite.claims.size(); ++c) {
        if (!suite.claims[c].others) continue;
        for (std::size_t i = 0; i < question.rows.size(); ++i) {
            const SuiteRow& row = question.rows[i];
            if (row.role == RowRole::judged && !row.twin && !claimed.contains(i))
                question.claims[c].rows.push_back(i);
        }
    }
    return question;
}

}  // namespace stallscope
