// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_threats.h"

#include <algorithm>
#include <cmath>

#include "analysis/criteria_family.h"
#include "analysis/detector_input.h"
#include "analysis/detector_panel.h"
#include "analysis/margin.h"
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

/// Another stream of the condition that serves at another rate: a closed loop turns a gain of one
/// stream into load on the other.
std::vector<UnequalRate> unequal_rates(const Experiment& experiment, const RunThreats& threats,
                                       const Criterion& criterion, const std::string& condition) {
    std::vector<UnequalRate> unequal;
    const Condition* where = experiment.find_condition(condition);
    if (where == nullptr) {
        return unequal;
    }
    for (const std::string& stream : where->streams) {
        if (stream == criterion.stream) {
            continue;
        }
        const auto rate_in = [&](const std::string& cell) {
            double sum = 0;
            int count = 0;
            for (const DigestedVisit& visit : threats.digests) {
                if (visit.cell == cell && visit.condition == condition && visit.stream == stream &&
                    visit.metric == "throughput" && visit.digest.mean_log) {
                    sum += *visit.digest.mean_log;
                    ++count;
                }
            }
            return count > 0 ? std::optional(sum / count) : std::nullopt;
        };
        const auto cell = rate_in(criterion.cell);
        const auto against = rate_in(criterion.against);
        if (cell && against && std::abs(*cell - *against) > std::log1p(confounding_rate)) {
            unequal.push_back({stream, *cell - *against});
        }
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
    return detect(input);
}

std::vector<Conclusion> conclusions_of_run(const RunThreats& threats,
                                           const std::vector<CriterionResult>& criteria) {
    const Experiment& experiment = *threats.experiment;
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
                pair.unequal_rates = unequal_rates(experiment, threats, criterion, condition);
            }
            pairs.push_back(std::move(pair));
        }
    }
    return conclusions_of(experiment, pairs);
}

}  // namespace stallscope
