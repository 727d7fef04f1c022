// SPDX-License-Identifier: Apache-2.0
#include "analysis/suite_judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "analysis/control.h"
#include "analysis/distributions.h"
#include "analysis/family.h"
#include "analysis/margin.h"
#include "analysis/verdict_text.h"

namespace stallscope {
namespace {

/// The sides of a form: "within" has two.
std::vector<MarginForm> margin_forms(Form form) {
    switch (form) {
        case Form::within:
            return {MarginForm::within_upper, MarginForm::within_lower};
        case Form::better_by_at_least:
            return {MarginForm::better_by_at_least};
        case Form::at_least_times:
            return {MarginForm::at_least_times};
        default:
            return {MarginForm::worse_by_less_than};
    }
}

/// What is asked of one row.
struct AskedMember {
    std::size_t claim = 0, point = 0;
    Margin margin;
};

class SuiteJudge {
public:
    explicit SuiteJudge(const SuiteQuestion& question) : m_question(question) {}

    SuiteJudgement judgement() {
        for (const SuiteRow& row : m_question.rows) add_row(row);
        for (const AskedClaim& claim : m_question.claims) add_claim(claim);
        look_at_controls();
        decide_members();
        for (std::size_t c = 0; c < m_out.claims.size(); ++c) combine(c);
        decide_other_rows();
        conclude();
        return std::move(m_out);
    }

private:
    void add_row(const SuiteRow& row) {
        RowResult result;
        result.name = row.name;
        result.role = row.role;
        result.twin = row.twin;
        result.base_ns = typical_ns(row.base);
        result.head_ns = typical_ns(row.head);
        result.own_spread = own_spread(row.base);
        result.head_spread = own_spread(row.head);
        if (row.role == RowRole::control) {
            for (const auto& spread : {result.own_spread, result.head_spread})
                if (spread) m_out.spread_floor = std::max(m_out.spread_floor.value_or(0), *spread);
        }
        result.levels = noise_levels(row);
        result.margin = m_question.margin;
        if (m_question.or_own_spread)
            result.margin = std::max(result.margin, result.own_spread.value_or(0));
        const auto banked = m_question.bank.find(row.name);
        const auto contrast = row_contrast(
            row, banked == m_question.bank.end() ? std::nullopt : std::optional(banked->second));
        if (contrast && contrast->estimate.n > 1) {
            const Estimate& d = contrast->estimate;
            const Bounds wide = bounds(d, t_quantile(0.975, d.df));
            result.ratio = std::exp(d.value);
            result.low95 = std::exp(wide.low);
            result.high95 = std::exp(wide.high);
            result.placement = contrast->placement;
        } else if (result.base_ns && result.head_ns) {
            result.ratio = *result.head_ns / *result.base_ns;
        }
        const bool fast = result.base_ns && *result.base_ns < m_question.too_fast_ns &&
                          result.head_ns && *result.head_ns < m_question.too_fast_ns;
        result.state = row.role == RowRole::control   ? RowState::control
                       : row.role == RowRole::ignored ? RowState::ignored
                       : fast                         ? RowState::too_fast
                                                      : RowState::undecided;
        m_contrasts.push_back(contrast);
        m_out.rows.push_back(std::move(result));
    }

    void add_claim(const AskedClaim& asked) {
        ClaimResult claim;
        claim.id = asked.id;
        claim.says = asked.says;
        claim.form = asked.form;
        claim.bound = asked.bound;
        for (const std::size_t row : asked.rows) {
            RowResult& result = m_out.rows.at(row);
            if (result.state == RowState::too_fast && asked.skips_fast_rows) continue;
            if (result.state == RowState::undecided) result.state = RowState::claimed;
            // "No other row is slower" claims nothing of a row that got faster.
            if (asked.skips_fast_rows && asked.form == Form::worse_by_less_than)
                m_may_be_faster.insert(row);
            double bound = asked.bound;
            if (asked.or_own_spread) bound = std::max(bound, result.own_spread.value_or(0));
            for (const MarginForm form : margin_forms(asked.form)) {
                const auto found = margin(form, CostScale::time, bound);
                ClaimPoint point;
                point.row = row;
                if (found) point.margin = found->value;
                m_members.push_back(
                    {m_out.claims.size(), claim.points.size(), found.value_or(Margin{})});
                claim.points.push_back(std::move(point));
            }
        }
        m_out.claims.push_back(std::move(claim));
    }

    /// The A/A arm of every row that something is asked of, and the rows that are controls.
    void look_at_controls() {
        std::vector<Estimate> contrasts;
        std::vector<double> margins;
        std::vector<std::size_t> of_row;
        double smallest = std::log1p(m_question.margin);
        for (const AskedMember& member : m_members)
            smallest = std::min(smallest, std::abs(member.margin.value));
        m_widen.assign(m_out.rows.size(), 0);
        for (std::size_t i = 0; i < m_out.rows.size(); ++i) {
            RowResult& row = m_out.rows[i];
            const bool control = row.role == RowRole::control;
            if (control && m_contrasts[i] && m_contrasts[i]->estimate.n > 1) {
                const double off = std::max(*row.ratio, 1 / *row.ratio) - 1;
                m_out.noise_floor = std::max(m_out.noise_floor.value_or(0), off);
                contrasts.push_back(m_contrasts[i]->estimate);
                margins.push_back(smallest);
                of_row.push_back(i);
            }
            const auto again = aa_contrast(m_question.rows[i]);
            if (!again) continue;
            row.aa_ratio = std::exp(again->value);
            if (control || row.role == RowRole::ignored || row.state == RowState::too_fast)
                continue;
            contrasts.push_back(*again);
            margins.push_back(smallest_margin_of(i));
            of_row.push_back(i);
        }
        const auto found = control(contrasts, margins);
        for (std::size_t c = 0; c < found.size(); ++c) {
            RowResult& row = m_out.rows[of_row[c]];
            row.control = to_text(found[c].state);
            const bool everywhere = row.role == RowRole::control;
            if (found[c].state == ControlState::widen) {
                if (everywhere) m_widen_all = std::max(m_widen_all, found[c].widen_by);
                m_widen[of_row[c]] = found[c].widen_by;
            }
            if (found[c].state != ControlState::invalid) continue;
            const std::string why =
                everywhere ? fmt::format("the control {} moved by {:.2g} % ({})", row.name,
                                         100 * std::abs(std::expm1(contrasts[c].value)),
                                         p_text(found[c].adjusted))
                           : fmt::format("the same build differed from itself by {:.2g} % ({})",
                                         100 * std::abs(std::expm1(contrasts[c].value)),
                                         p_text(found[c].adjusted));
            if (everywhere) {
                m_invalid_everywhere = why;
            } else {
                m_invalid[of_row[c]] = why;
            }
        }
    }

    double smallest_margin_of(std::size_t row) const {
        double smallest = std::log1p(m_out.rows[row].margin);
        for (const AskedMember& member : m_members)
            if (point_of(member).row == row)
                smallest = std::min(smallest, std::abs(member.margin.value));
        return smallest;
    }

    const ClaimPoint& point_of(const AskedMember& member) const {
        return m_out.claims[member.claim].points[member.point];
    }

    double widen_of(std::size_t row) const { return std::max(m_widen[row], m_widen_all); }

    /// The estimate on the judged scale.
    static Estimate judged(Estimate estimate, const Margin& margin) {
        if (margin.mirrored) estimate.value = -estimate.value;
        return estimate;
    }

    void decide_members() {
        std::vector<double> p;
        for (const AskedMember& member : m_members) {
            ClaimPoint& point = m_out.claims[member.claim].points[member.point];
            const auto& contrast = m_contrasts[point.row];
            if (contrast && contrast->estimate.n > 1) {
                const Estimate d = judged(contrast->estimate, member.margin);
                const double widen = widen_of(point.row);
                const Bounds interval = bounds(d, t_critical(m_question.alpha, d.df), widen);
                point.value = d.value;
                point.low = interval.low;
                point.high = interval.high;
                if (contrast->why_no_word.empty()) point.p_not = p_not_met(d, point.margin, widen);
            }
            p.push_back(point.p_not.value_or(1));
        }
        const auto adjusted = holm(p);
        for (std::size_t i = 0; i < m_members.size(); ++i) {
            ClaimPoint& point = m_out.claims[m_members[i].claim].points[m_members[i].point];
            if (point.p_not) point.adjusted_p = adjusted[i];
            decide(point, m_members[i].margin);
        }
    }

    void decide(ClaimPoint& point, const Margin& margin) const {
        const RowResult& row = m_out.rows[point.row];
        const auto& contrast = m_contrasts[point.row];
        if (const auto invalid = invalid_of(point.row); !invalid.empty()) {
            point.word = Word::invalid;
            point.why = invalid;
        } else if (row.state == RowState::too_fast) {
            point.why = fmt::format("below {:g} ns: too fast to classify", m_question.too_fast_ns);
        } else if (!contrast) {
            point.why = "placement: one build per side and one round";
        } else if (!contrast->why_no_word.empty()) {
            point.why = contrast->why_no_word;
        } else {
            // Met needs no correction; not met is said family-wise.
            point.word = three_outcomes({*point.low, *point.high}, point.margin);
            if (point.word == Word::not_met && *point.adjusted_p > m_question.alpha) {
                point.word = Word::undecided;
                point.why = fmt::format("alone not met ({}); not after Holm over {} comparisons",
                                        p_text(*point.p_not), m_members.size());
            } else if (point.word == Word::undecided) {
                point.why = "the interval contains the margin";
            }
            if (point.word == Word::undecided) {
                const Estimate d = judged(contrast->estimate, margin);
                point.needed = cycles_needed(d.se * std::sqrt(d.n),
                                             std::abs(d.value - point.margin), m_question.alpha);
            }
        }
    }

    std::string invalid_of(std::size_t row) const {
        const auto found = m_invalid.find(row);
        return found != m_invalid.end() ? found->second : m_invalid_everywhere;
    }

    /// The claim's word, and the point that is nearest to breaking it.
    void combine(std::size_t c) {
        ClaimResult& claim = m_out.claims[c];
        std::vector<Word> words;
        for (const ClaimPoint& point : claim.points) words.push_back(point.word);
        claim.word = combined(words);
        const auto beyond = [&](std::size_t i) {
            const ClaimPoint& point = claim.points[i];
            // A point with the claim's own word explains it better than a larger one without.
            const bool explains = point.word == claim.word;
            return std::pair(explains, point.value ? *point.value - point.margin
                                                   : -std::numeric_limits<double>::infinity());
        };
        for (std::size_t i = 0; i < claim.points.size(); ++i)
            if (!claim.worst || beyond(i) > beyond(*claim.worst)) claim.worst = i;
        if (claim.worst) claim.why = claim.points[*claim.worst].why;
        if (!claim.points.empty()) return;
        const AskedClaim& asked = m_question.claims[c];
        if (asked.skips_fast_rows && asked.rows.empty()) claim.word = Word::met;
        claim.why = asked.rows.empty() ? "there is no other row"
                                       : "every row it speaks of is too fast to classify";
    }

    /// Rows that no claim names: did they move by more than their margin? And those that only "no
    /// other row is slower" speaks of: did they get faster? Holm over all of these.
    void decide_other_rows() {
        std::vector<std::size_t> rows;
        std::vector<double> p;
        for (std::size_t i = 0; i < m_out.rows.size(); ++i) {
            RowResult& row = m_out.rows[i];
            const bool one_sided = row.state == RowState::claimed && m_may_be_faster.contains(i);
            if (row.state != RowState::undecided && !one_sided) continue;
            const std::string why = why_no_word(i);
            if (!one_sided) row.why = why;
            if (!why.empty()) continue;
            rows.push_back(i);
            const double faster = p_beyond(i, true);
            p.push_back(one_sided ? faster
                                  : std::min(1.0, 2 * std::min(p_beyond(i, false), faster)));
        }
        const auto adjusted = holm(p);
        for (std::size_t at = 0; at < rows.size(); ++at) {
            RowResult& row = m_out.rows[rows[at]];
            row.adjusted_p = adjusted[at];
            if (adjusted[at] <= m_question.alpha) {
                const bool slower = m_contrasts[rows[at]]->estimate.value > 0;
                row.state = slower ? RowState::moved_slower : RowState::moved_faster;
            } else if (row.state == RowState::undecided) {
                decide_steady(rows[at]);
            }
        }
    }

    std::string why_no_word(std::size_t i) const {
        if (auto invalid = invalid_of(i); !invalid.empty()) return invalid;
        if (!m_contrasts[i]) return "placement: one build per side, one round";
        return m_contrasts[i]->why_no_word;
    }

    void decide_steady(std::size_t i) {
        RowResult& row = m_out.rows[i];
        const Estimate& d = m_contrasts[i]->estimate;
        const Bounds interval = bounds(d, t_critical(m_question.alpha, d.df), widen_of(i));
        const double margin = std::log1p(row.margin);
        if (interval.low > -margin && interval.high < margin) {
            row.state = RowState::steady;
        } else {
            row.why = "the interval contains the margin";
        }
    }

    double p_beyond(std::size_t row, bool faster) const {
        const Estimate d = judged(m_contrasts[row]->estimate, {0, faster});
        return p_not_met(d, std::log1p(m_out.rows[row].margin), widen_of(row));
    }

    void conclude() {
        bool not_met = false, invalid = false, undecided = false;
        for (const ClaimResult& claim : m_out.claims) {
            not_met = not_met || claim.word == Word::not_met;
            invalid = invalid || claim.word == Word::invalid;
            undecided = undecided || (claim.word != Word::met && claim.word != Word::not_met);
            if (claim.word == Word::met) continue;
            const std::string at =
                claim.worst ? " at " + m_out.rows[claim.points[*claim.worst].row].name : "";
            std::string word(to_text(claim.word));
            std::replace(word.begin(), word.end(), '_', ' ');
            m_out.reasons.push_back(fmt::format("claim {} is {}{}{}{}", claim.id, word, at,
                                                claim.why.empty() ? "" : ": ", claim.why));
        }
        for (RowResult& row : m_out.rows) {
            const bool slower = row.state == RowState::moved_slower && m_question.slower_fails;
            const bool faster = row.state == RowState::moved_faster && m_question.faster_fails;
            if (!slower && !faster) continue;
            row.fails = not_met = true;
            m_out.reasons.push_back(fmt::format("row {} moved without a claim: {:+.1f} %", row.name,
                                                100 * (*row.ratio - 1)));
        }
        m_out.outcome = invalid     ? SuiteOutcome::invalid
                        : not_met   ? SuiteOutcome::not_met
                        : undecided ? SuiteOutcome::undecided
                                    : SuiteOutcome::green;
    }

    const SuiteQuestion& m_question;
    SuiteJudgement m_out;
    std::vector<std::optional<RowContrast>> m_contrasts;
    std::vector<AskedMember> m_members;
    std::vector<double> m_widen;
    double m_widen_all = 0;
    std::set<std::size_t> m_may_be_faster;
    std::map<std::size_t, std::string> m_invalid;
    std::string m_invalid_everywhere;
};

}  // namespace

std::string_view to_text(RowState state) {
    switch (state) {
        case RowState::claimed:
            return "claimed";
        case RowState::steady:
            return "steady";
        case RowState::moved_slower:
            return "moved_slower";
        case RowState::moved_faster:
            return "moved_faster";
        case RowState::undecided:
            return "undecided";
        case RowState::too_fast:
            return "too_fast";
        case RowState::control:
            return "control";
        case RowState::ignored:
            return "ignored";
    }
    return "";
}

std::string_view to_text(SuiteOutcome outcome) {
    switch (outcome) {
        case SuiteOutcome::green:
            return "green";
        case SuiteOutcome::not_met:
            return "not met";
        case SuiteOutcome::invalid:
            return "invalid";
        case SuiteOutcome::undecided:
            return "undecided";
    }
    return "";
}

SuiteJudgement judge_suite(const SuiteQuestion& question) {
    return SuiteJudge(question).judgement();
}

}  // namespace stallscope
