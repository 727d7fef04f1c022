// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_threats.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/criteria_family.h"
#include "analysis/detector_groups.h"
#include "analysis/detector_input.h"
#include "analysis/detector_load.h"
#include "analysis/detector_panel.h"
#include "analysis/margin.h"
#include "analysis/run_scope.h"
#include "plan/metrics.h"

namespace stallscope {
namespace {

std::optional<Margin> log_margin(const Criterion& criterion) {
    if (!is_comparative(criterion.form) || criterion.share) {
        return std::nullopt;
    }
    return margin(margin_form_of(criterion.form), scale_of(criterion.metric), criterion.bound);
}

const CriterionFigures* figures_in(const CriterionResult& result, const std::string& condition) {
    for (const CriterionFigures& part : result.parts) {
        if (part.condition == condition) {
            return &part;
        }
    }
    return &result;
}

/// Other streams of the condition that serve at another rate: a closed loop turns a gain of one
/// stream into load on the other. A label needs no significance, the size is enough.
std::vector<UnequalRate> unequal_rates(std::span<const VisitGroup> groups,
                                       const Criterion& criterion, const std::string& condition) {
    ComparedPair pair;
    pair.cell = criterion.cell;
    pair.against = criterion.against;
    pair.condition = condition;
    pair.stream = criterion.stream;
    std::vector<UnequalRate> unequal;
    for (const RateGap& gap : rate_gaps(groups, pair, 1)) {
        unequal.push_back({gap.stream, gap.log_ratio});
    }
    return unequal;
}

Word word_of(const std::string& status) {
    for (const Word word :
         {Word::met, Word::not_met, Word::undecided, Word::unresolvable, Word::exploratory}) {
        if (to_text(word) == status) {
            return word;
        }
    }
    return Word::invalid;
}

void add_comparisons(DetectorInput& input, const Experiment& experiment,
                     const std::vector<CriterionResult>& criteria) {
    for (std::size_t i = 0; i < experiment.criteria.size(); ++i) {
        const Criterion& criterion = experiment.criteria[i];
        const auto limit = log_margin(criterion);
        if (!limit) {
            continue;
        }
        for (const std::string& condition : criterion.conditions) {
            const double size = std::abs(limit->value);
            const auto [known, is_new] =
                input.margins.try_emplace({criterion.stream, condition, criterion.metric}, size);
            known->second = std::min(known->second, size);
            ComparedPair pair{criterion.cell,   criterion.against,  condition, criterion.stream,
                              criterion.metric, Statistic::typical, limit,     false};
            pair.statistic = statistic_of(criterion.statistic).value_or(Statistic::typical);
            if (i < criteria.size()) {
                const std::string& why = figures_in(criteria[i], condition)->why;
                pair.burst_dominated = why.find("burst-dominated") != std::string::npos;
            }
            input.pairs.push_back(std::move(pair));
        }
    }
}

Result<void> add_signals(DetectorInput& input, const RunReader& run, const ChosenVisits& visits) {
    for (const StoredVisit& stored : visits.counted) {
        const auto rows = run.samples(stored.visit.id);
        if (!rows) {
            return tl::unexpected(rows.error());
        }
        input.signals.push_back({stored.visit.cell, stored.visit.condition, stored.visit.cycle,
                                 stored.visit.half, stored.visit.window_s, signals_of(*rows)});
    }
    return {};
}

void add_errors(DetectorInput& input, const RunValues& values) {
    for (const auto& [place, stream] : values.streams) {
        for (const auto& [cycle, tally] : stream.tallies) {
            input.errors.push_back({place.cell, place.condition, place.stream, cycle,
                                    static_cast<double>(tally.errors),
                                    static_cast<double>(tally.requests)});
        }
    }
}

}  // namespace

Result<std::vector<Finding>> threats_of(const RunReader& run, const RunThreats& threats,
                                        const std::vector<CriterionResult>& criteria) {
    DetectorInput input;
    input.experiment = threats.experiment;
    input.visits = threats.digests;
    add_comparisons(input, *threats.experiment, criteria);
    add_errors(input, *threats.values);
    input.clock_resolution_ns = std::llround(threats.values->clock_resolution_ms * 1e6);
    if (auto added = add_signals(input, run, *threats.visits); !added) {
        return tl::unexpected(added.error());
    }
    auto findings = detect(input);
    auto scope = scope_findings(*threats.experiment, *threats.visits, input.signals);
    std::move(scope.begin(), scope.end(), std::back_inserter(findings));
    return findings;
}

std::vector<Conclusion> conclusions_of_run(const RunThreats& threats,
                                           const std::vector<CriterionResult>& criteria) {
    const Experiment& experiment = *threats.experiment;
    DetectorInput input;
    input.visits = threats.digests;
    const auto groups = groups_of(input);
    std::vector<JudgedPair> pairs;
    for (std::size_t i = 0; i < experiment.criteria.size() && i < criteria.size(); ++i) {
        const Criterion& criterion = experiment.criteria[i];
        if (is_census(criterion)) {
            continue;
        }
        for (const std::string& condition : criterion.conditions) {
            const CriterionFigures& figures = *figures_in(criteria[i], condition);
            JudgedPair pair;
            pair.criterion = criterion.id;
            pair.cell = criterion.cell;
            pair.condition = condition;
            pair.stream = criterion.stream;
            pair.metric = criterion.metric;
            pair.against =
                criterion.form == Form::gap_closed ? criterion.gap_from : criterion.against;
            pair.word = word_of(figures.status);
            if (criteria[i].unit == "ratio") {
                pair.ratio = figures.value;
            }
            pair.mechanism_only = criteria[i].mechanism_only;
            if (!criterion.against.empty()) {
                pair.unequal_rates = unequal_rates(groups, criterion, condition);
            }
            pairs.push_back(std::move(pair));
        }
    }
    return conclusions_of(experiment, pairs);
}

}  // namespace stallscope
