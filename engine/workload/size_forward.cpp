// SPDX-License-Identifier: Apache-2.0
// Sizing on a real device: the program is built once for all sizes that are tried.
#include <algorithm>

#include "workload/opencl_forward.h"
#include "workload/size_search.h"

namespace stallscope {
namespace {

using opencl::ForwardProgram;
using opencl::OpenClForward;

constexpr int calls_of_given_size = 9;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Result<std::vector<double>> measure(const std::shared_ptr<ForwardProgram>& program,
                                    const std::vector<ForwardShape>& shapes, int calls) {
    std::vector<std::unique_ptr<OpenClForward>> runs;
    for (const auto& shape : shapes) {
        auto run = OpenClForward::open(program, shape);
        if (!run) return tl::unexpected(run.error());
        runs.push_back(std::move(*run));
    }
    std::vector<std::vector<double>> times(shapes.size());
    for (int i = 0; i < calls; ++i) {
        for (std::size_t s = 0; s < runs.size(); ++s) {
            const auto span = runs[s]->call(static_cast<std::uint64_t>(i));
            if (!span) return tl::unexpected(span.error());
            times[s].push_back(static_cast<double>(span->native_exit - span->native_enter) * 1e-6);
        }
    }
    std::vector<double> medians;
    medians.reserve(times.size());
    for (auto& list : times) medians.push_back(median(std::move(list)));
    return medians;
}

}  // namespace

Result<ForwardSize> size_forward(const OpenClWorkload& spec) {
    const bool is_sized = spec.hidden && spec.layers;
    if (!is_sized && !(spec.target_ms && *spec.target_ms > 0)) {
        return fail(ErrorKind::experiment, "a forward without a size needs a time to take",
                    "/target_ms", "write `target_ms`, or `hidden` and `layers`");
    }
    const auto program = opencl::program_for(spec);
    if (!program) return tl::unexpected(program.error());
    const MeasureShapes on_device = [&](const std::vector<ForwardShape>& shapes, int calls) {
        return measure(*program, shapes, calls);
    };
    if (!is_sized) return search_size(spec.sequence, *spec.target_ms, on_device);
    const auto times =
        on_device({{spec.sequence, *spec.hidden, *spec.layers}}, calls_of_given_size);
    if (!times) return tl::unexpected(times.error());
    return ForwardSize{*spec.hidden, *spec.layers, times->front()};
}

}  // namespace stallscope
