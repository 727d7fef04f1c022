// SPDX-License-Identifier: Apache-2.0
#include "plan/json_pointer.h"
#include "suite/bench_output.h"
#include "suite/json_access.h"

namespace stallscope {

namespace {

/// "full_id" of benchmark.json, or what it is made of.
Result<std::string> name_of(const Json& benchmark) {
    if (auto full = text_if(benchmark, "full_id"); full && !full->empty() && full->size() <= 4096)
        return *full;
    const auto group = text_at(benchmark, "", "group_id");
    if (!group) return tl::unexpected(group.error());
    std::string name = *group;
    for (const std::string_view key : {"function_id", "value_str"}) {
        if (const auto part = text_if(benchmark, key)) name += "/" + *part;
    }
    return name;
}

Error of_file(Error error, std::string_view file) {
    error.where = std::string(file) + (error.where.empty() ? "" : " " + error.where);
    return error;
}

/// Nanoseconds per iteration of every sample: times[i]/iters[i].
Result<std::vector<double>> times_of(const Json& sample) {
    const auto iterations = list_at(sample, "", "iters");
    if (!iterations) return tl::unexpected(iterations.error());
    const auto times = list_at(sample, "", "times");
    if (!times) return tl::unexpected(times.error());
    if ((*iterations)->size() != (*times)->size() || (*times)->empty())
        return fail(ErrorKind::measurement, "there is not one time for each number of iterations",
                    "/times");
    std::vector<double> found;
    for (std::size_t i = 0; i < (*times)->size(); ++i) {
        const double* count = (**iterations)[i].number();
        if (!count || !(*count >= 1))
            return unexpected_at(pointer_to("/iters", i), "a number of iterations",
                                 &(**iterations)[i]);
        const auto time = time_of((**times)[i], pointer_to("/times", i), 1);
        if (!time) return tl::unexpected(time.error());
        found.push_back(*time / *count);
    }
    return found;
}

/// The point estimate, if the file has it.
Result<double> point(const Json& estimates, std::string_view key) {
    const auto figure = object_at(estimates, "", key);
    if (!figure) return tl::unexpected(figure.error());
    return time_at(*estimates.member(key), pointer_to("", key), "point_estimate", 1);
}

}  // namespace

Result<BenchRow> import_criterion(std::string_view benchmark, std::string_view sample,
                                  std::string_view estimates) {
    const auto about = parse_output(benchmark, "criterion's benchmark.json");
    if (!about) return tl::unexpected(of_file(about.error(), "benchmark.json"));
    const auto samples = parse_output(sample, "criterion's sample.json");
    if (!samples) return tl::unexpected(of_file(samples.error(), "sample.json"));
    const auto estimated = parse_output(estimates, "criterion's estimates.json");
    if (!estimated) return tl::unexpected(of_file(estimated.error(), "estimates.json"));
    BenchRow row;
    const auto name = name_of(*about);
    if (!name) return tl::unexpected(of_file(name.error(), "benchmark.json"));
    row.name = *name;
    auto times = times_of(*samples);
    if (!times) return tl::unexpected(of_file(times.error(), "sample.json"));
    row.times_ns = std::move(*times);
    summarise(row);
    // Its own figures are what its users know: the median and the mean are taken from there.
    const auto median = point(*estimated, "median");
    if (!median) return tl::unexpected(of_file(median.error(), "estimates.json"));
    const auto mean = point(*estimated, "mean");
    if (!mean) return tl::unexpected(of_file(mean.error(), "estimates.json"));
    row.median_ns = *median;
    row.mean_ns = *mean;
    return row;
}

}  // namespace stallscope
