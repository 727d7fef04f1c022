// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "plan/result.h"
#include "record/run_file.h"

namespace stallscope {

/// Hands the CSV on piece by piece, header row first, so that a run of millions of requests needs
/// the memory of one visit. The visits are those that count (analysis/chosen_visits.h). Stops at
/// the first error, also one of `take`.
Result<void> each_piece_of_requests_csv(const RunReader& run,
                                        const std::function<Result<void>(std::string_view)>& take);

/// A field as RFC 4180 wants it: in quotes when it holds a comma, a quote or a line's end.
std::string csv_field(std::string_view text);

}  // namespace stallscope
