// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "plan/json_pointer.h"
#include "plan/wording.h"
#include "suite/bench_output.h"
#include "suite/json_access.h"

namespace stallscope {

namespace {

Result<double> unit_of(const Json& bench, const std::string& place) {
    const auto unit = text_if(bench, "time_unit").value_or("ns");
    static const std::map<std::string, double, std::less<>> units = {
        {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    const auto found = units.find(unit);
    if (found == units.end())
        return fail(ErrorKind::measurement, fmt::format("{} is no unit of time", in_quotes(unit)),
                    pointer_to(place, "time_unit"), "There are ns, us, ms and s.");
    return found->second;
}

bool is_true(const Json& bench, std::string_view key) {
    const Json* member = bench.member(key);
    const bool* flag = member ? member->flag() : nullptr;
    return flag && *flag;
}

/// What went wrong in the program itself; empty: nothing.
std::string trouble_of(const Json& bench) {
    for (const auto& [flag, message, says] :
         {std::tuple{"error_occurred", "error_message", "failed"},
          std::tuple{"skipped", "skip_message", "was skipped"}}) {
        if (!is_true(bench, flag)) continue;
        auto why = text_if(bench, message);
        if (!why || why->empty()) why = text_if(bench, "error_message");
        return why && !why->empty() ? fmt::format("{}: {}", says, printable(*why)) : says;
    }
    return {};
}

/// The row that a repetition or an aggregate belongs to: the name without "/repeats:N" stays, the
/// suffix of an aggregate ("_median") goes.
Result<std::string> row_name(const Json& bench, const std::string& place) {
    if (auto run = text_if(bench, "run_name"); run && !run->empty() && run->size() <= 4096)
        return *run;
    return text_at(bench, place, "name");
}

/// Aggregates that came without their repetitions (--benchmark_report_aggregates_only).
struct Aggregates {
    std::optional<double> min, median, mean;
};

}  // namespace

Result<BenchOutput> import_google_benchmark(std::string_view json) {
    const auto document = parse_output(json, "the Google Benchmark output");
    if (!document) return tl::unexpected(document.error());
    const auto benches = list_at(*document, "", "benchmarks");
    if (!benches) return tl::unexpected(benches.error());
    BenchOutput output;
    std::map<std::string, std::size_t, std::less<>> rows;
    std::map<std::string, Aggregates, std::less<>> aggregates;
    for (std::size_t i = 0; i < (*benches)->size(); ++i) {
        const Json& bench = (**benches)[i];
        const std::string place = pointer_to("/benchmarks", i);
        const auto name = row_name(bench, place);
        if (!name) return tl::unexpected(name.error());
        const auto [at, is_new] = rows.emplace(*name, output.rows.size());
        if (is_new) {
            output.rows.emplace_back();
            output.rows.back().name = *name;
        }
        BenchRow& row = output.rows[at->second];
        if (const auto trouble = trouble_of(bench); !trouble.empty()) {
            row.trouble = trouble;
            continue;
        }
        const auto aggregate = text_if(bench, "aggregate_name");
        const bool shows_time = text_if(bench, "aggregate_unit").value_or("time") == "time";
        if (aggregate && !(shows_time && (*aggregate == "min" || *aggregate == "median" ||
                                          *aggregate == "mean"))) {
            continue;
        }
        const auto unit = unit_of(bench, place);
        if (!unit) return tl::unexpected(unit.error());
        const auto time = time_at(bench, place, "real_time", *unit);
        if (!time) return tl::unexpected(time.error());
        if (!aggregate) {
            row.times_ns.push_back(*time);
        } else {
            Aggregates& of = aggregates[*name];
            (*aggregate == "min" ? of.min : *aggregate == "median" ? of.median : of.mean) = *time;
        }
    }
    for (BenchRow& row : output.rows) {
        if (!row.trouble.empty()) continue;
        if (!row.times_ns.empty()) {
            summarise(row);
            continue;
        }
        const Aggregates& of = aggregates[row.name];
        if (!of.median && !of.mean && !of.min) {
            row.trouble = "has no time";
            continue;
        }
        row.median_ns = of.median ? *of.median : of.mean ? *of.mean : *of.min;
        row.mean_ns = of.mean ? *of.mean : row.median_ns;
        if (of.min) {
            row.min_ns = *of.min;
            row.min_s = row.min_ns / 1e9;
        } else {
            row.trouble = "has aggregates without a minimum";
        }
    }
    if (const Json* context = document->member("context"))
        output.machine = text_if(*context, "host_name").value_or("");
    if (output.rows.empty())
        return fail(ErrorKind::measurement, "there is no benchmark in the output", "/benchmarks");
    return output;
}

}  // namespace stallscope
