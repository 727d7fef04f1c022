// SPDX-License-Identifier: Apache-2.0
// The edge between C++ and whoever calls: no exception and no C++ type crosses it.
#include "host/c_abi.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "record/arena.h"
#include "workload/workload.h"

using stallscope::AttachedArena;
using stallscope::Error;
using stallscope::RingHeader;
using stallscope::RingWriter;
using stallscope::StampRecord;
using stallscope::WorkloadRun;

static_assert(sizeof(stallscope_span) == 56);

namespace {

thread_local std::string last_error;

struct HostArena {
    AttachedArena memory;
    std::deque<RingWriter> writers;  ///< a deque: their addresses are the rings' handles
};

void remember(const Error& error) {
    last_error = stallscope::to_text(error);
}

/// Runs `body`; what it throws becomes `failed` and the thread's last error.
template <class Value, class Body>
Value guarded(Value failed, Body body) noexcept {
    try {
        return body();
    } catch (const std::exception& exception) {
        try {
            last_error = exception.what();
        } catch (...) {
        }
    } catch (...) {
    }
    return failed;
}

StampRecord record_at(const void* record128) {
    StampRecord record;
    std::memcpy(&record, record128, sizeof record);
    return record;
}

/// Copies a text with its NUL; −1 when there is no room for it.
int64_t copy_text(const std::string& text, char* buffer, size_t bytes) {
    if (text.size() + 1 > bytes) {
        last_error = "the buffer is too small for " + std::to_string(text.size() + 1) + " bytes";
        return -1;
    }
    std::memcpy(buffer, text.c_str(), text.size() + 1);
    return static_cast<int64_t>(text.size());
}

std::string dump(const nlohmann::json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

WorkloadRun* run_of(void* workload) {
    return static_cast<WorkloadRun*>(workload);
}

}  // namespace

int stallscope_abi(void) {
    return STALLSCOPE_ABI;
}

const char* stallscope_last_error(void) {
    return last_error.c_str();
}

void* stallscope_arena_attach(int fd) {
    return guarded<void*>(nullptr, [&]() -> void* {
        auto memory = AttachedArena::attach(fd);
        if (!memory) {
            remember(memory.error());
            return nullptr;
        }
        auto arena = std::make_unique<HostArena>(HostArena{std::move(*memory), {}});
        for (std::uint32_t ring = 0; ring < arena->memory.rings(); ++ring)
            arena->writers.push_back(arena->memory.writer(ring));
        return arena.release();
    });
}

void stallscope_arena_detach(void* arena) {
    delete static_cast<HostArena*>(arena);
}

void* stallscope_ring(void* arena, uint32_t ring) {
    auto& writers = static_cast<HostArena*>(arena)->writers;
    if (ring < writers.size()) return &writers[ring];
    return guarded<void*>(nullptr, [&]() -> void* {
        last_error = "there is no stamp ring " + std::to_string(ring) + ", only " +
                     std::to_string(writers.size());
        return nullptr;
    });
}

void stallscope_record(void* ring, const void* record128) {
    static_cast<RingWriter*>(ring)->write(record_at(record128));
}

void stallscope_watermark(void* ring, int64_t ns) {
    static_cast<RingWriter*>(ring)->set_watermark(ns);
}

void stallscope_record_client(void* ring, const void* record128, int64_t watermark_ns) {
    auto* writer = static_cast<RingWriter*>(ring);
    writer->write(record_at(record128));
    writer->set_watermark(watermark_ns);
}

void* stallscope_workload_open(const char* spec_json) {
    return guarded<void*>(nullptr, [&]() -> void* {
        last_error.clear();
        const auto spec = stallscope::parse_workload(spec_json);
        if (!spec) {
            remember(spec.error());
            return nullptr;
        }
        auto workload = stallscope::open_workload(*spec);
        if (!workload) {
            remember(workload.error());
            return nullptr;
        }
        return workload->release();
    });
}

void stallscope_workload_close(void* workload) {
    guarded<int>(0, [&] {
        delete run_of(workload);
        return 0;
    });
}

int stallscope_workload_call(void* workload, uint64_t seed, stallscope_span* span) {
    *span = stallscope_span{};
    span->status = 1;
    return guarded<int>(1, [&] {
        const auto done = run_of(workload)->call(seed);
        if (!done) {
            remember(done.error());
            return 1;
        }
        *span = {done->native_enter,
                 done->native_exit,
                 done->device_start,
                 done->device_end,
                 done->device_error,
                 done->digest,
                 0};
        return 0;
    });
}

size_t stallscope_workload_answer(void* workload, void* buffer, size_t bytes) {
    const auto& answer = run_of(workload)->answer();
    const size_t copied = std::min({answer.size(), bytes, size_t{4096}});
    if (copied > 0) std::memcpy(buffer, answer.data(), copied);
    return copied;
}

int64_t stallscope_workload_facts(void* workload, char* buffer, size_t bytes) {
    return guarded<int64_t>(-1, [&] {
        const stallscope::WorkloadFacts facts = run_of(workload)->facts();
        return copy_text(dump({{"device", facts.device},
                               {"emulated", facts.emulated},
                               {"device_timer", facts.device_timer},
                               {"driver", facts.driver},
                               {"hidden", facts.hidden},
                               {"layers", facts.layers},
                               {"flop", facts.flop},
                               {"warm", facts.warm}}),
                         buffer, bytes);
    });
}

double stallscope_workload_verify(void* workload, uint64_t seed) {
    return guarded<double>(-1, [&] {
        const auto difference = run_of(workload)->verify(seed);
        if (difference) return *difference;
        remember(difference.error());
        return -1.0;
    });
}

int64_t stallscope_workload_size(const char* spec_json, char* buffer, size_t bytes) {
    return guarded<int64_t>(-1, [&]() -> int64_t {
        const auto spec = stallscope::parse_workload(spec_json);
        if (!spec) {
            remember(spec.error());
            return -1;
        }
        const auto* forward = std::get_if<stallscope::OpenClWorkload>(&*spec);
        if (!forward) {
            last_error = "only a forward has a size that can be found, a " +
                         std::string(stallscope::kind_of(*spec)) + " has none";
            return -1;
        }
        const auto size = stallscope::size_forward(*forward);
        if (!size) {
            remember(size.error());
            return -1;
        }
        return copy_text(dump({{"hidden", size->hidden},
                               {"layers", size->layers},
                               {"median_ms", size->median_ms}}),
                         buffer, bytes);
    });
}

double stallscope_stamp_cost_ns(void*, int rounds) {
    return guarded<double>(-1, [&] {
        constexpr std::uint32_t capacity = 1024;
        constexpr int stamps = 512;
        const auto header = std::make_unique<RingHeader>();
        const auto records = std::make_unique<std::array<StampRecord, capacity>>();
        RingWriter writer(header.get(), records->data(), capacity);
        std::vector<double> blocks;
        StampRecord record;
        for (int round = -2; round < std::max(rounds, 1); ++round) {  // two to warm up
            header->tail.store(header->head.load());
            const int64_t start = stallscope_now_ns();
            for (int i = 0; i < stamps; ++i) {
                record.t[0] = stallscope_now_ns();
                writer.write(record);
            }
            const int64_t end = stallscope_now_ns();
            if (round >= 0) blocks.push_back(static_cast<double>(end - start) / stamps);
        }
        const auto middle = blocks.begin() + static_cast<std::ptrdiff_t>(blocks.size() / 2);
        std::nth_element(blocks.begin(), middle, blocks.end());
        return *middle;
    });
}
