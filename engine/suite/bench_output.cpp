// SPDX-License-Identifier: Apache-2.0
#include "suite/bench_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <set>

#include "plan/wording.h"
#include "suite/suite_words.h"

namespace stallscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_rows = 100'000;
constexpr int deepest_folder = 16;

Result<std::string> bytes_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return fail(ErrorKind::measurement, "there is no such output, or it is not readable",
                    file.string());
    std::string bytes(largest_bench_output + 1, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    if (bytes.size() > largest_bench_output)
        return fail(ErrorKind::measurement, "the output is larger than 16 MiB", file.string(),
                    "Write figures, not every single time.");
    return bytes;
}

tl::unexpected<Error> in_file(Error error, const fs::path& file) {
    error.where = error.where.empty() ? file.string() : file.string() + ", " + error.where;
    return tl::unexpected(std::move(error));
}

/// The folders "new" below `folder` that hold a benchmark, sorted.
Result<std::vector<fs::path>> criterion_folders(const fs::path& folder,
                                                fs::file_time_type not_before) {
    std::vector<fs::path> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    if (error)
        return fail(ErrorKind::measurement, "this is no folder of criterion's", folder.string(),
                    "Name the folder target/criterion.");
    for (const fs::recursive_directory_iterator end; entry != end && !error;
         entry.increment(error)) {
        if (entry.depth() >= deepest_folder) entry.disable_recursion_pending();
        const fs::path path = entry->path();
        if (path.filename() != "benchmark.json" || path.parent_path().filename() != "new") continue;
        std::error_code ignored;
        if (fs::last_write_time(path.parent_path() / "sample.json", ignored) >= not_before &&
            !ignored) {
            found.push_back(path.parent_path());
        }
        if (found.size() > most_rows)
            return fail(ErrorKind::measurement, "there are more than 100,000 benchmarks",
                        folder.string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

Result<BenchOutput> read_criterion(const fs::path& folder, fs::file_time_type not_before) {
    const auto folders = criterion_folders(folder, not_before);
    if (!folders) return tl::unexpected(folders.error());
    BenchOutput output;
    for (const fs::path& one : *folders) {
        const auto benchmark = bytes_of(one / "benchmark.json");
        if (!benchmark) return tl::unexpected(benchmark.error());
        const auto sample = bytes_of(one / "sample.json");
        if (!sample) return tl::unexpected(sample.error());
        const auto estimates = bytes_of(one / "estimates.json");
        if (!estimates) return tl::unexpected(estimates.error());
        auto row = import_criterion(*benchmark, *sample, *estimates);
        if (!row) return in_file(row.error(), one);
        output.rows.push_back(std::move(*row));
    }
    if (const auto again = repeated_row(output))
        return in_file(repeated(output, *again), (*folders)[*again]);
    if (output.rows.empty())
        return fail(ErrorKind::measurement, "no benchmark was written into this folder",
                    folder.string());
    return output;
}

}  // namespace

std::string_view to_text(BenchFormat format) {
    return word_for(format, bench_format_words);
}

std::optional<BenchFormat> bench_format_of(std::string_view name) {
    for (const auto& word : bench_format_words)
        if (word.text == name) return word.value;
    return std::nullopt;
}

std::vector<std::string> bench_format_names() {
    return texts_of(bench_format_words);
}

void summarise(BenchRow& row) {
    std::vector<double> sorted = row.times_ns;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    row.min_ns = sorted.front();
    row.min_s = row.min_ns / 1e9;
    row.median_ns =
        sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    row.mean_ns =
        std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
}

std::optional<std::size_t> repeated_row(const BenchOutput& output) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < output.rows.size(); ++i)
        if (!seen.insert(output.rows[i].name).second) return i;
    return std::nullopt;
}

Error repeated(const BenchOutput& output, std::size_t row) {
    return {
        ErrorKind::measurement,
        fmt::format("the benchmark {} is there more than once", in_quotes(output.rows[row].name)),
        {},
        {},
        {}};
}

Result<BenchOutput> read_bench_output(const fs::path& place, BenchFormat format,
                                      fs::file_time_type not_before) {
    if (format == BenchFormat::criterion) return read_criterion(place, not_before);
    const auto text = bytes_of(place);
    if (!text) return tl::unexpected(text.error());
    const auto import = [&]() -> Result<BenchOutput> {
        switch (format) {
            case BenchFormat::google_benchmark:
                return import_google_benchmark(*text);
            case BenchFormat::hyperfine:
                return import_hyperfine(*text);
            case BenchFormat::pytest_benchmark:
            case BenchFormat::criterion:
                break;
        }
        return import_pytest_benchmark(*text);
    };
    auto output = import();
    if (!output) return in_file(output.error(), place);
    return output;
}

}  // namespace stallscope
