// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/distributions.h"
#include "analysis/family.h"
#include "analysis/look_figures.h"
#include "analysis/run_controls.h"
#include "analysis/verdict.h"
#include "analysis/verdict_text.h"

namespace stallscope {
namespace {

bool is_census(const Member& member) {
    return std::holds_alternative<CensusCount>(member.data);
}
bool is_comparative(const Member& member) {
    return std::holds_alternative<ContrastSeries>(member.data);
}

/// Replays the looks of a family, cycle by cycle.
class Replay {
public:
    Replay(const Family& family, CriticalValues& critical)
        : m_family(family),
          m_critical(critical),
          m_tracks(family.members.size()),
          m_controls(family) {
        for (std::size_t i = 0; i < family.members.size(); ++i) {
            if (!is_census(family.members[i])) {
                m_judged.push_back(i);
            }
        }
    }

    void run() {
        std::size_t cycles = 0;
        for (const Member& member : m_family.members) {
            cycles = std::max(cycles, cycles_of(member));
        }
        for (const ControlSeries& series : m_family.controls) {
            cycles = std::max(cycles, series.data.b.size());
        }
        for (std::size_t k = 0; k < cycles; ++k) {
            m_controls.judge(k + 1);
            look_at(k);
        }
    }

    Judgement judgement() {
        Judgement judgement;
        for (std::size_t i = 0; i < m_family.members.size(); ++i) {
            judgement.verdicts.push_back(is_census(m_family.members[i]) ? census(i) : verdict(i));
        }
        adjust(judgement.verdicts);
        const auto is = [](Word word) {
            return [word](const Verdict& verdict) { return verdict.word == word; };
        };
        const auto& all = judgement.verdicts;
        judgement.all_met = !all.empty() && std::all_of(all.begin(), all.end(), is(Word::met));
        judgement.any_not_met = std::any_of(all.begin(), all.end(), is(Word::not_met));
        judgement.controls = m_controls.all();
        return judgement;
    }

private:
    struct Track {
        std::vector<LookFigures> looks;
        LockedWord word;
    };

    /// Several builds are judged once, when all cycles are there: before that they are unbalanced.
    Critical critical_of(const LookFigures& figures, int hypotheses) {
        if (figures.used != IntervalUsed::builds) {
            return m_critical.at(figures.cycles, figures.estimate.df, hypotheses);
        }
        const LookRule& rule = m_family.rule;
        const double level = rule.alpha / hypotheses;
        return {level, t_critical(level, figures.estimate.df),
                rule.looks != Looks::anytime && figures.cycles == rule.cycles && figures.balanced &&
                    figures.estimate.n >= fewest_cycles};
    }

    void look_at(std::size_t k) {
        std::vector<bool> is_new(m_tracks.size(), false);
        for (const std::size_t i : m_judged) {
            const Member& member = m_family.members[i];
            if (!is_complete(member, k)) {
                continue;
            }
            const ControlVerdict* own = m_controls.of(member);
            const auto figures = look_figures(member, m_family.interval, k + 1,
                                              own != nullptr ? own->control.widen_by : 0);
            if (figures) {
                m_tracks[i].looks.push_back(*figures);
                is_new[i] = true;
            }
        }
        lock_not_met();
        for (const std::size_t i : m_judged) {
            if (is_new[i]) {
                lock_met(i);
            }
        }
    }

    void lock_not_met() {
        const auto rejected = step_down(
            m_judged.size(), [&](std::size_t at, int j) { return crossed(m_judged[at], j); });
        for (std::size_t at = 0; at < rejected.size(); ++at) {
            Track& track = m_tracks[m_judged[at]];
            if (rejected[at]) {
                track.word.see(Word::not_met, track.looks.back().cycles);
            }
        }
    }

    bool crossed(std::size_t i, int hypotheses) {
        const Track& track = m_tracks[i];
        const double margin = m_family.members[i].margin.value;
        if (track.word.word == Word::met) {
            return false;
        }
        return std::any_of(track.looks.begin(), track.looks.end(), [&](const LookFigures& look) {
            if (look.p_not_met(margin) > m_family.rule.alpha) {
                return false;  // no level is above α
            }
            const Critical critical = critical_of(look, hypotheses);
            return critical.decides && look.interval(critical.level, critical.t).low > margin;
        });
    }

    void lock_met(std::size_t i) {
        Track& track = m_tracks[i];
        const LookFigures& look = track.looks.back();
        const double margin = m_family.members[i].margin.value;
        const Critical critical = critical_of(look, 1);
        if (!critical.decides) {
            return;
        }
        Word word = three_outcomes(look.interval(critical.level, critical.t), margin);
        if (look.mean_estimate) {
            word = with_mean_guard(word, *look.mean_estimate, margin);
        }
        word = with_absolute_guard(word, look.z, margin);
        if (word == Word::met) {
            track.word.see(word, look.cycles);
        }
    }

    Verdict verdict(std::size_t i) {
        const Member& member = m_family.members[i];
        const Track& track = m_tracks[i];
        Verdict out;
        out.id = member.id;
        out.notes = member.notes;
        out.margin = member.margin.value;
        out.word = track.word.word;
        out.locked_at = track.word.at;
        if (is_comparative(member)) {
            out.resolution =
                resolution(member.bank, out.margin, m_family.rule.cycles, last_level());
        }
        if (!track.looks.empty()) {
            figures_of_look(out, member, track.looks.back());
        } else if (out.word == Word::undecided) {
            out.why = "fewer than 3 complete cycles";
        }
        note_control(out, member);
        apply_priority(out, member);
        if (!is_comparative(member)) {
            out.why += out.why.empty() ? "" : ", ";
            out.why += under_this_run;
        }
        show(out, member);
        return out;
    }

    double last_level() {
        const LookRule& rule = m_family.rule;
        return rule.looks == Looks::obf ? m_critical.at(rule.cycles, rule.cycles - 1).level
                                        : planned_level(rule, rule.cycles);
    }

    void figures_of_look(Verdict& out, const Member& member, const LookFigures& look) {
        const Critical critical = critical_of(look, 1);
        out.interval = look.used;
        out.n = look.estimate.n;
        out.look = look.cycles >= fewest_cycles ? look.cycles : 0;
        out.value = look.value();
        out.s_d = look.estimate.s_d;
        out.se = look.estimate.se;
        out.df = look.estimate.df;
        out.mean_estimate = look.mean_estimate;
        out.p_met = look.p_met(out.margin);
        out.p_not = look.p_not_met(out.margin);
        if (look.fit) {
            out.gate_f = look.fit->gate_f;
            out.gate_critical = look.fit->gate_critical;
        }
        if (std::isfinite(critical.t)) {
            const Bounds interval = look.interval(critical.level, critical.t);
            out.level = critical.level;
            out.low = interval.low;
            out.high = interval.high;
        }
        const Bounds wide = look.interval(0.025, t_quantile(0.975, look.estimate.df));
        out.low95 = wide.low;
        out.high95 = wide.high;
        if (out.word != Word::undecided) {
            return;
        }
        out.why = look.cycles < fewest_cycles ? "fewer than 3 complete cycles"
                                              : why_undecided(member, look, critical, m_family.rule,
                                                              static_cast<int>(m_judged.size()));
        // More cycles do not help against bursts.
        const bool guarded = critical.decides && out.high && *out.high < out.margin;
        if (look.cycles >= fewest_cycles && !guarded) {
            const double distance = std::abs(look.estimate.value - out.margin);
            out.cycles_needed = cycles_needed(look.estimate.s_d, distance, m_family.rule.alpha);
            out.more_than_200 = !out.cycles_needed;
        }
    }

    void note_control(Verdict& out, const Member& member) const {
        const ControlVerdict* own = m_controls.of(member);
        if (own == nullptr) {
            return;
        }
        if (own->control.state == ControlState::widen) {
            out.notes.push_back(
                fmt::format("widened by what the control found in identical code ({})",
                            p_text(own->control.adjusted)));
        } else if (own->control.state == ControlState::passed && !own->control.informative) {
            out.notes.push_back(
                "the control is uninformative: it could have missed half the margin");
        }
    }

    void apply_priority(Verdict& out, const Member& member) const {
        const ControlVerdict* failed = m_controls.failed(member);
        if (!member.invalid.empty() || failed != nullptr) {
            out.word = Word::invalid;
            out.why = member.invalid.empty() ? why_invalid(*failed, member.kind) : member.invalid;
        } else if (member.exploratory) {
            out.word = Word::exploratory;
            out.why = "edited after the seal";
        } else if (!member.unresolvable.empty()) {
            out.word = Word::unresolvable;
            out.why = member.unresolvable;
        } else if (out.word == Word::undecided &&
                   out.resolution.state == Resolvable::unresolvable) {
            out.word = Word::unresolvable;
            out.why = "the margin is below what this machine's noise lets so few cycles resolve";
        }
    }

    Verdict census(std::size_t i) const {
        const Member& member = m_family.members[i];
        const auto& counted = std::get<CensusCount>(member.data);
        Verdict out;
        out.id = member.id;
        out.notes = member.notes;
        out.margin = static_cast<double>(counted.at_most);
        if (counted.of > 0) {
            out.value = static_cast<double>(counted.count);
        }
        if (counted.count > counted.at_most) {
            out.word = Word::not_met;
        } else if (counted.of <= 0) {
            out.why = "nothing was counted";
        } else if (!counted.complete) {
            out.why = "the run goes on";
        } else {
            out.word = Word::met;
        }
        if (counted.of > 0) {
            const Bounds missed =
                clopper_pearson(static_cast<double>(counted.count), static_cast<double>(counted.of),
                                m_family.rule.alpha);
            out.notes.push_back(
                fmt::format("at most {:.2g} per request could have been missed", missed.high));
        }
        apply_priority(out, member);
        show(out, member);
        return out;
    }

    /// Holm over the family; a member without a figure counts with p = 1.
    void adjust(std::vector<Verdict>& verdicts) const {
        std::vector<double> p;
        for (const std::size_t i : m_judged) {
            p.push_back(verdicts[i].p_not.value_or(1));
        }
        const auto adjusted = holm(p);
        for (std::size_t at = 0; at < m_judged.size(); ++at) {
            Verdict& verdict = verdicts[m_judged[at]];
            verdict.adjusted_p = verdict.p_not ? std::optional(adjusted[at]) : std::nullopt;
        }
    }

    const Family& m_family;
    CriticalValues& m_critical;
    std::vector<Track> m_tracks;
    std::vector<std::size_t> m_judged;  ///< members with an interval: the family F
    RunControls m_controls;
};

}  // namespace

Judgement judge(const Family& family, CriticalValues* critical) {
    CriticalValues own(family.rule);
    Replay replay(family, critical != nullptr ? *critical : own);
    replay.run();
    return replay.judgement();
}

}  // namespace stallscope
