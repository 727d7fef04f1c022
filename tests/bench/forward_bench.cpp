// SPDX-License-Identifier: Apache-2.0
// Throughput of the forward on one core of the CPU (or on the first OpenCL device).
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <cstdlib>

#include "workload/opencl_forward.h"

namespace {

using namespace stallscope;
using namespace stallscope::opencl;

/// CPU time of all threads of this process: what a busy machine leaves untouched.
double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void run_forward(benchmark::State& state, KernelPath path) {
    const DeviceSearch search = search_devices();
    const auto found = choose_device(search, "");
    if (!found) return state.SkipWithError(found.error().says.c_str());
    auto opened = open_device(search.api, *found, 0);
    if (!opened) return state.SkipWithError(opened.error().says.c_str());
    auto program = build_forward(std::move(*opened), path);
    if (!program) return state.SkipWithError(program.error().says.c_str());
    const ForwardShape shape{128, static_cast<int>(state.range(0)),
                             static_cast<int>(state.range(1))};
    auto run = OpenClForward::open(*program, shape);
    if (!run) return state.SkipWithError(run.error().says.c_str());
    double device_s = 0;
    double flop = 0;
    const double cpu_before = cpu_seconds();
    for (auto _ : state) {
        const auto span = (*run)->call(1);
        if (!span) return state.SkipWithError(span.error().says.c_str());
        device_s += static_cast<double>(span->device_end - span->device_start) * 1e-9;
        flop += shape.flop();
    }
    const double cpu_s = cpu_seconds() - cpu_before;
    if (found->is_cpu && cpu_s > 0) state.counters["GFLOP per CPU second"] = flop * 1e-9 / cpu_s;
    state.counters["GFLOP/s"] = benchmark::Counter(flop * 1e-9, benchmark::Counter::kIsRate);
    if (device_s > 0) state.counters["GFLOP/s on the device"] = flop * 1e-9 / device_s;
    state.SetLabel((*run)->facts().device);
}

void forward_in_registers(benchmark::State& state) {
    run_forward(state, KernelPath::register_blocks);
}
void forward_in_local_tiles(benchmark::State& state) {
    run_forward(state, KernelPath::local_tiles);
}

BENCHMARK(forward_in_registers)
    ->ArgNames({"hidden", "layers"})
    ->Args({128, 1})
    ->Args({256, 1})
    ->Args({256, 4})
    ->Args({512, 1})
    ->Args({512, 4})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(forward_in_local_tiles)
    ->ArgNames({"hidden", "layers"})
    ->Args({256, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    setenv("POCL_MAX_PTHREAD_COUNT", "1", 0);  // before the driver is loaded
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
