// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/criterion_bound.h"
#include "plan/json_pointer.h"
#include "plan/wording.h"
#include "suite/suite_codec.h"

namespace stallscope {

namespace {

constexpr std::size_t most_claims = 500;
constexpr std::size_t most_rows = 1000;
constexpr std::size_t most_factors = 8;
constexpr std::size_t most_levels = 100;

constexpr Form claim_forms[] = {Form::worse_by_less_than, Form::better_by_at_least,
                                Form::at_least_times, Form::within};

/// One factor of a grid and the texts it may be.
struct Factor {
    std::string name;
    std::vector<std::string> levels;
};

/// Reads one claim.
class ClaimReader {
public:
    ClaimReader(const Json& value, const std::string& pointer, Faults& faults)
        : m_reader(value, pointer, "a claim", faults), m_faults(faults) {}

    SuiteClaim read() {
        if (!m_reader.is_object()) return m_claim;
        if (const Json* id = m_reader.need("id")) {
            m_claim.id = read_text(*id, m_reader.at("id"), any_length, m_faults).value_or("");
            if (id->text()) check_name(m_claim.id, m_reader.at("id"), "a claim's id", m_faults);
        }
        m_claim.says = m_reader.text("says", {}, {0, 1000});
        read_rows();
        read_form();
        m_reader.finish();
        return m_claim;
    }

private:
    void read_rows() {
        const Json* row = m_reader.find("row");
        const Json* rows = m_reader.find("rows");
        const Json* others = m_reader.find("others");
        const Json* grid = m_reader.find("for_all");
        if ((row != nullptr) + (rows != nullptr) + (others != nullptr) != 1) {
            m_faults.add(m_reader.pointer(),
                         "a claim names its rows in exactly one way: \"row\", \"rows\" or "
                         "\"others\"");
            return;
        }
        if (grid && !row)
            m_faults.add(m_reader.at("for_all"), "only \"row\" can stand for a grid",
                         "Write \"row\": \"name[{factor}]\".");
        if (row) {
            const std::string name = m_reader.text("row", {}, pattern_length);
            m_claim.rows =
                grid && !name.empty() ? expanded(name, *grid) : std::vector<std::string>{name};
        } else if (rows) {
            m_claim.rows = m_reader.texts("rows", pattern_length, most_rows);
            if (rows->array() && rows->array()->empty())
                m_faults.add(m_reader.at("rows"), "a claim about no row claims nothing");
        } else if (!others->flag() || !*others->flag()) {
            m_faults.add(m_reader.at("others"), "true is expected, not " + described(*others));
        } else {
            m_claim.others = true;
        }
    }

    std::vector<Factor> read_factors(const Json& grid) {
        std::vector<Factor> factors;
        const std::string place = m_reader.at("for_all");
        const Json::Object* members = grid.object();
        if (!members || members->empty() || members->size() > most_factors) {
            m_faults.add(place,
                         members ? fmt::format("a grid has 1 to {} factors, this one has {}",
                                               most_factors, members->size())
                                 : "a grid is an object in braces { }, this is " + described(grid));
            return factors;
        }
        for (const auto& [name, levels] : *members) {
            const std::string at = pointer_to(place, std::string_view(name));
            check_name(name, at, "a factor's name", m_faults);
            if (levels.is_null()) continue;
            const Json::Array* items = levels.array();
            if (!items || items->empty() || items->size() > most_levels) {
                m_faults.add(at, fmt::format("a list of 1 to {} texts or numbers is expected, "
                                             "not {}",
                                             most_levels, described(levels)));
                continue;
            }
            Factor factor{name, {}};
            for (std::size_t i = 0; i < items->size(); ++i) {
                const Json& level = (*items)[i];
                if (level.is_null()) continue;
                if (const double* number = level.number()) {
                    factor.levels.push_back(fmt::format("{}", *number));
                } else if (const auto text =
                               read_text(level, pointer_to(at, i), {0, 256}, m_faults)) {
                    factor.levels.push_back(*text);
                }
            }
            factors.push_back(std::move(factor));
        }
        return factors;
    }

    /// Every point of the grid; "{factor}" in the row's name is replaced.
    std::vector<std::string> expanded(const std::string& name, const Json& grid) {
        const std::size_t before = m_faults.count();
        const auto factors = read_factors(grid);
        std::vector<std::string> rows{name};
        for (const Factor& factor : factors) {
            const std::string mark = "{" + factor.name + "}";
            if (name.find(mark) == name.npos) {
                m_faults.add(m_reader.at("row"),
                             fmt::format("{} does not stand in the row's name", in_quotes(mark)),
                             "Every factor of for_all has its place there.");
                continue;
            }
            if (rows.size() * factor.levels.size() > most_rows) {
                m_faults.add(m_reader.at("for_all"),
                             fmt::format("these are more than {} rows", number_text(most_rows)));
                return {};
            }
            std::vector<std::string> more;
            for (const std::string& row : rows) {
                for (const std::string& level : factor.levels) {
                    std::string point = row;
                    for (auto at = point.find(mark); at != point.npos;
                         at = point.find(mark, at + level.size()))
                        point.replace(at, mark.size(), level);
                    more.push_back(std::move(point));
                }
            }
            rows = std::move(more);
        }
        return m_faults.count() == before ? rows : std::vector<std::string>{};
    }

    void read_form() {
        std::vector<std::string> fitting;
        std::vector<Form> given;
        for (const Form form : claim_forms) {
            fitting.emplace_back(to_text(form));
            if (m_reader.find(fitting.back())) given.push_back(form);
        }
        m_claim.or_own_spread = m_reader.flag("or_own_spread", false);
        if (given.size() != 1) {
            m_faults.add(
                m_reader.pointer(),
                fmt::format("a claim has exactly one bound, this one has {}", given.size()),
                fmt::format("Here fits one of {}.", listed(fitting)));
            return;
        }
        m_claim.form = given.front();
        const std::string key(to_text(m_claim.form));
        Criterion bound;
        bound.form = m_claim.form;
        read_bound(*m_reader.find(key), m_reader.at(key), MetricKind::time, bound, m_faults);
        m_claim.bound = bound.bound;
        const bool spreads =
            m_claim.form == Form::worse_by_less_than || m_claim.form == Form::within;
        if (m_claim.or_own_spread && !spreads)
            m_faults.add(m_reader.at("or_own_spread"),
                         fmt::format("{} cannot be widened by the row's spread", in_quotes(key)),
                         "It fits \"worse_by_less_than\" and \"within\".");
    }

    ObjectReader m_reader;
    Faults& m_faults;
    SuiteClaim m_claim;
};

}  // namespace

std::vector<SuiteClaim> read_claims(const Json& value, Faults& faults) {
    std::vector<SuiteClaim> claims;
    const Json::Array* items = value.array();
    if (!items || items->empty() || items->size() > most_claims) {
        faults.add(
            "/claims",
            items ? fmt::format("1 to {} claims are expected, not {}", most_claims, items->size())
                  : "a list of claims is expected, not " + described(value),
            "The least is {\"id\": \"no-slower\", \"others\": true, "
            "\"worse_by_less_than\": \"5%\"}.");
        return claims;
    }
    std::set<std::string> ids;
    std::size_t others = 0;
    for (std::size_t i = 0; i < items->size(); ++i) {
        const std::string pointer = pointer_to("/claims", i);
        SuiteClaim claim = ClaimReader((*items)[i], pointer, faults).read();
        if (!claim.id.empty() && !ids.insert(claim.id).second)
            faults.add(pointer_to(pointer, "id"),
                       fmt::format("there are two claims {}", in_quotes(claim.id)),
                       "Give each claim an id of its own.");
        if (claim.others && ++others > 1)
            faults.add(pointer_to(pointer, "others"), "there are two claims about all other rows",
                       "Keep one of them.");
        claims.push_back(std::move(claim));
    }
    return claims;
}

}  // namespace stallscope
