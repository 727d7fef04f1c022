// SPDX-License-Identifier: Apache-2.0
#include "analysis/without_exclusion.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/condition_rows.h"
#include "analysis/criteria.h"

namespace stallscope {
namespace {

bool same(const std::vector<StoredVisit>& some, const std::vector<StoredVisit>& others) {
    return std::equal(
        some.begin(), some.end(), others.begin(), others.end(),
        [](const StoredVisit& a, const StoredVisit& b) { return a.visit.id == b.visit.id; });
}

}  // namespace

Result<std::vector<CriterionResult>> without_exclusion(
    const RunReader& run, const Experiment& experiment, const ChosenVisits& chosen,
    const RunValues& values, const NoiseBank& bank, const std::vector<Finding>& blocking) {
    ChosenVisits first;
    first.counted = first_attempts(chosen);
    if (same(first.counted, chosen.counted)) {
        return std::vector<CriterionResult>();
    }
    RunValues unfiltered = values;
    for (const Cell& cell : experiment.cells) {
        for (const std::string& id : cell.conditions) {
            const Condition* condition = experiment.find_condition(id);
            const auto visits = first.of(cell.id, id);
            if (condition == nullptr || same(visits, chosen.of(cell.id, id))) {
                continue;
            }
            auto found = rows_of(run, experiment, cell, *condition, visits, {});
            if (!found) {
                return tl::unexpected(found.error());
            }
            for (auto& [stream, of_stream] : found->values) {
                StreamValues& place = unfiltered.streams[{cell.id, id, stream}];
                // What the device is does not depend on which visits count.
                of_stream.emulated = place.emulated || of_stream.emulated;
                place = std::move(of_stream);
            }
        }
    }
    return judge_criteria(experiment, unfiltered, bank, blocking).criteria;
}

std::vector<Finding> words_that_differ(const std::vector<CriterionResult>& with,
                                       const std::vector<CriterionResult>& without) {
    std::string says;
    for (std::size_t i = 0; i < std::min(with.size(), without.size()); ++i) {
        if (with[i].status != without[i].status) {
            says += fmt::format("{}{}: {}, without exclusion {}", says.empty() ? "" : "; ",
                                with[i].id, with[i].status, without[i].status);
        }
    }
    if (says.empty()) {
        return {};
    }
    return {{"exclusion-decides", "warns", "", says,
             "these words hang on the visits that were measured again; both results are in "
             "results.json (without_exclusion)"}};
}

}  // namespace stallscope
