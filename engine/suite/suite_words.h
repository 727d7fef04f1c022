// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/words.h"
#include "suite/suite_file.h"

namespace stallscope {

// The words that stand for values in a suite file.

inline constexpr Word<BenchFormat> bench_format_words[] = {
    {BenchFormat::pytest_benchmark, "pytest-benchmark"},
    {BenchFormat::google_benchmark, "google-benchmark"},
    {BenchFormat::hyperfine, "hyperfine"},
    {BenchFormat::criterion, "criterion"}};
inline constexpr Word<RowStatistic> row_statistic_words[] = {
    {RowStatistic::min, "min"}, {RowStatistic::median, "median"}, {RowStatistic::mean, "mean"}};
inline constexpr Word<EqualFiles> equal_files_words[] = {
    {EqualFiles::refuse, "refuse"}, {EqualFiles::skip, "skip"}, {EqualFiles::measure, "measure"}};
inline constexpr Word<UndecidedPolicy> undecided_words[] = {{UndecidedPolicy::fail, "fail"},
                                                            {UndecidedPolicy::extend, "extend"},
                                                            {UndecidedPolicy::warn, "warn"}};
inline constexpr Word<MovedFails> moved_fails_words[] = {
    {MovedFails::slower, "slower"}, {MovedFails::both, "both"}, {MovedFails::never, "never"}};
inline constexpr Word<RoundOrder> round_order_words[] = {{RoundOrder::mirrored, "mirrored"},
                                                         {RoundOrder::interleaved, "interleaved"}};

}  // namespace stallscope
