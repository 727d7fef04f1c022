// SPDX-License-Identifier: Apache-2.0
// What a native stamp costs: reading the clock and writing one record into a ring whose pages have
// been touched. The limit is 40 ns.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <ctime>

#include "record/arena.h"

namespace {

using stallscope::Arena;
using stallscope::AttachedArena;
using stallscope::Drained;
using stallscope::RingWriter;
using stallscope::StampRecord;

constexpr std::uint32_t capacity = 16384;

std::int64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// Engine's and host's mappings of one arena, as in a run.
struct Rings {
    Arena engine;
    AttachedArena host;
    static Rings make() {
        auto engine = Arena::create(1, capacity);
        if (!engine) std::abort();
        auto host = AttachedArena::attach(engine->fd());
        if (!host) std::abort();
        return {std::move(*engine), std::move(*host)};
    }
};

void empty(Rings& rings, std::vector<StampRecord>& out, benchmark::State& state) {
    state.PauseTiming();
    out.clear();
    const Drained found = rings.engine.reader(0).drain(out);
    if (found.dropped > 0) state.SkipWithError("the ring overflowed: nothing was measured");
    state.ResumeTiming();
}

void clock_read(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(now_ns());
}
BENCHMARK(clock_read);

void native_stamp(benchmark::State& state) {
    Rings rings = Rings::make();
    RingWriter writer = rings.host.writer(0);
    std::vector<StampRecord> out;
    out.reserve(capacity);
    StampRecord record;
    std::uint32_t written = 0;
    for (auto _ : state) {
        record.t[0] = now_ns();
        writer.write(record);
        if (++written == capacity) {
            written = 0;
            empty(rings, out, state);
        }
    }
}
BENCHMARK(native_stamp);

void drain_of_a_full_ring(benchmark::State& state) {
    Rings rings = Rings::make();
    RingWriter writer = rings.host.writer(0);
    std::vector<StampRecord> out;
    out.reserve(capacity);
    for (auto _ : state) {
        state.PauseTiming();
        out.clear();
        for (std::uint32_t i = 0; i < capacity; ++i) writer.write({});
        state.ResumeTiming();
        benchmark::DoNotOptimize(rings.engine.reader(0).drain(out));
    }
    state.SetItemsProcessed(state.iterations() * capacity);
}
BENCHMARK(drain_of_a_full_ring);

}  // namespace

BENCHMARK_MAIN();
