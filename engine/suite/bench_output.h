// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/result.h"

namespace stallscope {

// What a benchmark program wrote, as rows of times. It is untrusted: whatever the bytes are, the
// answer is rows or an error of kind measurement that names the place.

enum class BenchFormat {
    pytest_benchmark,  ///< --benchmark-json
    google_benchmark,  ///< --benchmark_out, format json
    hyperfine,         ///< --export-json
    criterion,         ///< a folder: target/criterion
};

/// "pytest-benchmark", …, as in the suite file.
std::string_view to_text(BenchFormat format);
std::optional<BenchFormat> bench_format_of(std::string_view name);
std::vector<std::string> bench_format_names();

/// One benchmark in one process, nanoseconds per iteration.
struct BenchRow {
    std::string name;
    std::vector<double> times_ns;  ///< single times; empty where the program gives figures only
    double min_ns = 0, median_ns = 0, mean_ns = 0;
    double min_s = 0;     ///< the minimum in seconds, to the last bit as a program wrote seconds
    std::string trouble;  ///< why there is no time ("was skipped: no GPU"); empty: there is one
};

struct BenchOutput {
    std::vector<BenchRow> rows;  ///< in the program's order, each name once
    std::string machine;         ///< the CPU as the program names it; may be empty
};

/// The largest output that is read, bytes (of all files of a criterion folder together).
inline constexpr std::size_t largest_bench_output = std::size_t{16} << 20;

// Each takes the whole text of one process's output.
Result<BenchOutput> import_pytest_benchmark(std::string_view json);
Result<BenchOutput> import_google_benchmark(std::string_view json);
Result<BenchOutput> import_hyperfine(std::string_view json);

/// One benchmark of a criterion folder: the texts of new/benchmark.json, new/sample.json and
/// new/estimates.json.
Result<BenchRow> import_criterion(std::string_view benchmark, std::string_view sample,
                                  std::string_view estimates);

/// Reads a file, or for criterion the folder, of which only what was written at or after
/// `not_before` counts (a row that was left from an earlier process is no row).
Result<BenchOutput> read_bench_output(
    const std::filesystem::path& place, BenchFormat format,
    std::filesystem::file_time_type not_before = std::filesystem::file_time_type::min());

/// Fills min, median and mean from `times_ns`, which must not be empty.
void summarise(BenchRow& row);

/// The first row whose name an earlier one has: which of the two was measured nobody could say.
std::optional<std::size_t> repeated_row(const BenchOutput& output);

/// The sentence about it.
Error repeated(const BenchOutput& output, std::size_t row);

}  // namespace stallscope
