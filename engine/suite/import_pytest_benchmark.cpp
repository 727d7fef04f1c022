// SPDX-License-Identifier: Apache-2.0
#include "plan/json_pointer.h"
#include "suite/bench_output.h"
#include "suite/json_access.h"

namespace stallscope {

namespace {

constexpr double second = 1e9;

/// "benchmarks/N": seconds, with `stats.data` where --benchmark-save-data was given.
Result<BenchRow> row_of(const Json& bench, const std::string& place) {
    BenchRow row;
    const auto name = text_at(bench, place, "name");
    if (!name) return tl::unexpected(name.error());
    row.name = *name;
    const auto stats = object_at(bench, place, "stats");
    if (!stats) return tl::unexpected(stats.error());
    const Json& figures = *bench.member("stats");
    const std::string stats_place = pointer_to(place, "stats");
    const struct {
        std::string_view key;
        double BenchRow::*value;
    } wanted[] = {
        {"min", &BenchRow::min_ns}, {"median", &BenchRow::median_ns}, {"mean", &BenchRow::mean_ns}};
    for (const auto& [key, value] : wanted) {
        const auto time = time_at(figures, stats_place, key, second);
        if (!time) return tl::unexpected(time.error());
        row.*value = *time;
    }
    row.min_s = *figures.member("min")->number();
    const Json* data = figures.member("data");
    if (const Json::Array* times = data ? data->array() : nullptr) {
        const std::string data_place = pointer_to(stats_place, "data");
        for (std::size_t i = 0; i < times->size(); ++i) {
            const auto time = time_of((*times)[i], pointer_to(data_place, i), second);
            if (!time) return tl::unexpected(time.error());
            row.times_ns.push_back(*time);
        }
    }
    const Json* rounds = figures.member("rounds");
    const double* count = rounds ? rounds->number() : nullptr;
    if (count && *count < 1) row.trouble = "has no timed round";
    return row;
}

std::string machine_of(const Json& document) {
    const Json* info = document.member("machine_info");
    const Json* cpu = info ? info->member("cpu") : nullptr;
    if (cpu) {
        if (const auto brand = text_if(*cpu, "brand_raw")) return *brand;
    }
    return info ? text_if(*info, "processor").value_or("") : "";
}

}  // namespace

Result<BenchOutput> import_pytest_benchmark(std::string_view json) {
    const auto document = parse_output(json, "the pytest-benchmark output");
    if (!document) return tl::unexpected(document.error());
    const auto benches = list_at(*document, "", "benchmarks");
    if (!benches) return tl::unexpected(benches.error());
    BenchOutput output;
    output.machine = machine_of(*document);
    for (std::size_t i = 0; i < (*benches)->size(); ++i) {
        const std::string place = pointer_to("/benchmarks", i);
        auto row = row_of((**benches)[i], place);
        if (!row) return tl::unexpected(row.error());
        output.rows.push_back(std::move(*row));
    }
    if (const auto again = repeated_row(output)) {
        Error error = repeated(output, *again);
        error.where = pointer_to("/benchmarks", *again);
        return tl::unexpected(std::move(error));
    }
    if (output.rows.empty())
        return fail(ErrorKind::measurement, "there is no benchmark in the output", "/benchmarks");
    return output;
}

}  // namespace stallscope
