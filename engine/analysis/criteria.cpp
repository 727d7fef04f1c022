// SPDX-License-Identifier: Apache-2.0
#include "analysis/criteria.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/criteria_family.h"
#include "analysis/criterion_sentence.h"
#include "analysis/distributions.h"

namespace stallscope {
namespace {

void invert(std::optional<double>& value) {
    if (value) {
        value = *value != 0 ? std::optional(1 / *value) : std::nullopt;
    }
}

/// "At least twice as good" is read as a factor that grows with the gain, also for times, whose
/// ratio falls.
void as_times(CriterionFigures& figures) {
    for (auto* value : {&figures.value, &figures.margin, &figures.low, &figures.high,
                        &figures.low95, &figures.high95, &figures.mean_estimate}) {
        invert(*value);
    }
    std::swap(figures.low, figures.high);
    std::swap(figures.low95, figures.high95);
}

CriterionFigures figures_of(const Verdict& verdict, const MemberOrigin& origin) {
    CriterionFigures figures;
    figures.condition = origin.condition;
    figures.status = to_text(verdict.word);
    figures.why = verdict.why;
    figures.value = verdict.shown.value;
    figures.margin = verdict.shown.margin;
    figures.low = verdict.shown.low;
    figures.high = verdict.shown.high;
    figures.low95 = verdict.shown.low95;
    figures.high95 = verdict.shown.high95;
    figures.mean_estimate = verdict.shown.mean_estimate;
    figures.s_d = verdict.s_d;
    figures.se = verdict.se;
    figures.df = verdict.df;
    figures.level = verdict.level;
    figures.p_met = verdict.p_met;
    figures.p_not = verdict.p_not;
    figures.adjusted_p = verdict.adjusted_p;
    figures.gate_f = verdict.gate_f;
    figures.gate_critical = verdict.gate_critical;
    figures.interval = to_text(verdict.interval);
    figures.n = verdict.n;
    figures.look = verdict.look;
    figures.locked_at = verdict.locked_at;
    figures.cycles_needed = verdict.cycles_needed;
    figures.more_than_200 = verdict.more_than_200;
    figures.resolution = to_text(verdict.resolution.state);
    if (verdict.resolution.state != Resolvable::no_bank) {
        figures.half_width = verdict.resolution.h0;
        figures.d80 = verdict.resolution.d80;
    }
    figures.notes = verdict.notes;
    if (verdict.interval == IntervalUsed::pooled) {
        // docs/calibration.md: what the gate lets through at three and five cycles.
        figures.notes.emplace_back(
            "pooled over the cells: where one is noisier than the others, words are wrong in up to "
            "7.7 % instead of 5 %");
    }
    return figures;
}

bool any_emulated(const Criterion& criterion, const RunValues& values) {
    for (const auto& [place, stream] : values.streams) {
        const bool mine = place.cell == criterion.cell || place.cell == criterion.against ||
                          place.cell == criterion.gap_from || place.cell == criterion.gap_to;
        if (mine && place.stream == criterion.stream && stream.emulated) {
            return true;
        }
    }
    return false;
}

CriterionResult result_of(const Criterion& criterion, std::vector<CriterionFigures> parts,
                          const std::vector<Word>& words, const RunValues& values) {
    CriterionResult result;
    if (parts.empty()) {
        result.status = to_text(Word::invalid);
        result.why = "there is nothing that it could be judged on";
    } else {
        const std::string_view word = to_text(combined(words));
        const auto decides =
            std::find_if(parts.begin(), parts.end(),
                         [&](const CriterionFigures& part) { return part.status == word; });
        static_cast<CriterionFigures&>(result) = decides == parts.end() ? parts.front() : *decides;
        result.status = word;
    }
    result.id = criterion.id;
    result.says = criterion.says;
    result.unit = unit_of(criterion);
    result.margin_from = criterion.margin_from;
    result.after_seal = criterion.exploratory;
    result.mechanism_only = is_device_made(criterion) && any_emulated(criterion, values);
    if (parts.size() > 1) {
        result.parts = std::move(parts);
    }
    return result;
}

/// The contrast of a control as a ratio with its 95 % interval.
void set_ratio(ControlResult& result, const Estimate& contrast, CostScale scale) {
    const double half = t_quantile(0.975, contrast.df) * contrast.se;
    const double sign = scale == CostScale::rate ? -1 : 1;
    result.value = std::exp(sign * contrast.value);
    result.low95 = std::exp(sign * contrast.value - half);
    result.high95 = std::exp(sign * contrast.value + half);
}

ControlResult result_of(const ControlVerdict& verdict, const ControlOrigin& origin) {
    ControlResult result;
    result.stream = origin.stream;
    result.condition = origin.condition;
    result.metric = origin.figure.metric;
    result.statistic = origin.figure.statistic;
    result.cell = origin.cell;
    result.duplicate = origin.duplicate;
    if (!verdict.contrast) {
        result.state = "no figure";
        return result;
    }
    set_ratio(result, *verdict.contrast, scale_of(origin.figure.metric));
    result.p = verdict.control.p;
    result.adjusted_p = verdict.control.adjusted;
    result.state = to_text(verdict.control.state);
    result.informative = verdict.control.informative;
    return result;
}

/// One family: criteria that were sealed together, or those that came later.
CriteriaResults judge_family(const Experiment& experiment, const RunValues& values,
                             const NoiseBank& bank, const std::vector<Finding>& blocking) {
    const CriteriaFamily made = family_of(experiment, values, bank, blocking);
    const Judgement judgement = judge(made.family);
    std::vector<std::vector<CriterionFigures>> parts(experiment.criteria.size());
    std::vector<std::vector<Word>> words(experiment.criteria.size());
    for (std::size_t i = 0; i < made.members.size(); ++i) {
        const MemberOrigin& origin = made.members[i];
        const Criterion& criterion = experiment.criteria[origin.criterion];
        CriterionFigures figures = figures_of(judgement.verdicts[i], origin);
        if (criterion.form == Form::at_least_times &&
            scale_of(criterion.metric) == CostScale::time) {
            as_times(figures);
        }
        if (criterion.form == Form::within) {
            figures.side = origin.lower ? "lower" : "upper";
        }
        if (const auto* census = std::get_if<CensusCount>(&made.family.members[i].data)) {
            figures.of = census->of;
        }
        figures.why = sentence_of(criterion, figures, values);
        parts[origin.criterion].push_back(std::move(figures));
        words[origin.criterion].push_back(judgement.verdicts[i].word);
    }
    CriteriaResults results;
    for (std::size_t i = 0; i < experiment.criteria.size(); ++i) {
        results.criteria.push_back(
            result_of(experiment.criteria[i], std::move(parts[i]), words[i], values));
    }
    for (std::size_t i = 0; i < made.controls.size(); ++i) {
        results.controls.push_back(result_of(judgement.controls[i], made.controls[i]));
    }
    return results;
}

}  // namespace

CriteriaResults judge_criteria(const Experiment& experiment, const RunValues& values,
                               const NoiseBank& bank, const std::vector<Finding>& blocking) {
    // What was added after the seal must not change the words of what was sealed: Holm's correction
    // counts the sealed ones only.
    Experiment sealed = experiment;
    std::erase_if(sealed.criteria, [](const Criterion& one) { return one.exploratory; });
    Experiment later = experiment;
    std::erase_if(later.criteria, [](const Criterion& one) { return !one.exploratory; });
    CriteriaResults results = judge_family(sealed, values, bank, blocking);
    CriteriaResults extra = judge_family(later, values, bank, blocking);
    auto next = results.criteria.begin();
    auto next_extra = extra.criteria.begin();
    std::vector<CriterionResult> in_order;
    for (const Criterion& criterion : experiment.criteria) {
        in_order.push_back(std::move(*(criterion.exploratory ? next_extra++ : next++)));
    }
    results.criteria = std::move(in_order);
    return results;
}

}  // namespace stallscope
