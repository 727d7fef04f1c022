// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/seed_rule.h"

namespace stallscope {

/// The comparison as Markdown: base is A, head is B; times in ms with three digits, deltas in per
/// cent with one, as the seed prints them.
std::string seed_markdown(const SeedComparison& comparison, double threshold);

/// Groups (a label and its table) as Markdown; with two groups also what the second one costs.
std::string spread_markdown(const std::vector<std::pair<std::string, SpreadTable>>& groups,
                            double least);

/// The same as JSON.
std::string seed_json(const SeedComparison& comparison, double threshold);
std::string spread_json(const std::vector<std::pair<std::string, SpreadTable>>& groups);

}  // namespace stallscope
