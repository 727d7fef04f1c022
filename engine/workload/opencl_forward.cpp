// SPDX-License-Identifier: Apache-2.0
#include "workload/opencl_forward.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "workload/digest.h"
#include "workload/forward_reference.h"
#include "workload/forward_weights.h"
#include "workload/monotonic_clock.h"

namespace stallscope::opencl {

OpenClForward::OpenClForward(std::shared_ptr<ForwardProgram> program, const ForwardShape& shape)
    : m_program(std::move(program)), m_shape(shape) {
    constexpr std::size_t longest_answer = 1024;  // floats: 4 KiB
    m_input.resize(shape.elements());
    m_output.resize(shape.elements());
    m_pooled.resize(static_cast<std::size_t>(shape.hidden));
    m_answer.resize(std::min(m_pooled.size(), longest_answer) * sizeof(float));
}

Result<std::unique_ptr<OpenClForward>> OpenClForward::open(std::shared_ptr<ForwardProgram> program,
                                                           const ForwardShape& shape) {
    std::unique_ptr<OpenClForward> run(new OpenClForward(std::move(program), shape));
    for (auto step : {&OpenClForward::allocate, &OpenClForward::upload_weights,
                      &OpenClForward::prepare_kernels}) {
        if (auto done = (run.get()->*step)(); !done) return tl::unexpected(done.error());
    }
    // A driver that keeps no event times is no error: then the span is the host's.
    if (auto clock = DeviceClock::find(run->m_program->opened)) run->m_clock = *clock;
    // Drivers compile at the first enqueue, too (PoCL does for the group's size).
    if (auto first = run->call(0); !first) return tl::unexpected(first.error());
    run->m_warm = run->m_program->cache.is_warm();
    return run;
}

Result<CallSpan> OpenClForward::call(std::uint64_t seed) {
    CallSpan span;
    span.native_enter = now_ns();
    const OpenedDevice& opened = m_program->opened;
    fill_input(seed, m_input);
    Handle<Event> first;
    Handle<Event> last;
    const auto enqueued = enqueue(first, last);
    // Also after an error: whatever was enqueued still uses the two vectors.
    const Status finished = opened.api->finish(opened.queue.get());
    if (!enqueued) return tl::unexpected(enqueued.error());
    if (finished != success) {
        return tl::unexpected(status_error("clFinish", "waiting for the forward", finished));
    }
    if (m_clock) {
        if (auto mapped = map_times(first, last, span); !mapped) {
            return tl::unexpected(mapped.error());
        }
    }
    pool_tokens();
    span.digest = digest_of(std::as_bytes(std::span(m_output)));
    span.native_exit = now_ns();
    return span;
}

Result<void> OpenClForward::enqueue(Handle<Event>& first, Handle<Event>& last) {
    const Api& api = *m_program->opened.api;
    Queue queue = m_program->opened.queue.get();
    Status status = api.enqueue_write(queue, m_x.get(), 0, 0, m_input.size() * sizeof(float),
                                      m_input.data(), 0, nullptr, nullptr);
    if (status != success) {
        return tl::unexpected(
            status_error("clEnqueueWriteBuffer", "writing the forward's input", status));
    }
    for (std::size_t layer = 0; layer < m_weights.size(); ++layer) {
        for (std::size_t i = 0; i < m_launches.size(); ++i) {
            Launch& launch = m_launches[i];
            if (launch.takes_weights) {
                Memory weights = m_weights[layer].get();
                status =
                    api.set_kernel_arg(launch.kernel.get(), 1, memory_argument_bytes, &weights);
            }
            const bool is_first = layer == 0 && i == 0;
            const bool is_last = layer + 1 == m_weights.size() && i + 1 == m_launches.size();
            Event event = nullptr;
            if (status == success) {
                status = api.enqueue_kernel(queue, launch.kernel.get(), 3, nullptr,
                                            launch.items.data(), launch.group.data(), 0, nullptr,
                                            is_first || is_last ? &event : nullptr);
            }
            if (status != success) {
                return tl::unexpected(status_error(
                    "clEnqueueNDRangeKernel",
                    fmt::format("starting kernel `{}` of layer {}", launch.name, layer), status));
            }
            if (event != nullptr) {
                (is_first ? first : last) =
                    Handle<Event>(m_program->opened.api, event, &Api::release_event);
            }
        }
    }
    status = api.enqueue_read(queue, m_x.get(), 0, 0, m_output.size() * sizeof(float),
                              m_output.data(), 0, nullptr, nullptr);
    if (status != success) {
        return tl::unexpected(
            status_error("clEnqueueReadBuffer", "reading the forward's output", status));
    }
    return {};
}

Result<void> OpenClForward::map_times(const Handle<Event>& first, const Handle<Event>& last,
                                      CallSpan& span) {
    const Api& api = *m_program->opened.api;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    Status status = api.get_profiling(first.get(), profiling_start, sizeof start, &start, nullptr);
    if (status == success) {
        status = api.get_profiling(last.get(), profiling_end, sizeof end, &end, nullptr);
    }
    if (status != success) {
        return tl::unexpected(
            status_error("clGetEventProfilingInfo", "reading the forward's times", status));
    }
    const auto anchor = m_clock->anchor(m_program->opened);
    if (!anchor) return tl::unexpected(anchor.error());
    span.device_start = static_cast<std::int64_t>(start) + anchor->offset_ns;
    span.device_end = static_cast<std::int64_t>(end) + anchor->offset_ns;
    span.device_error = anchor->half_width_ns;
    return {};
}

void OpenClForward::pool_tokens() {
    std::ranges::fill(m_pooled, 0.0F);
    const auto hidden = static_cast<std::size_t>(m_shape.hidden);
    for (std::size_t token = 0; token < m_output.size(); token += hidden) {
        for (std::size_t h = 0; h < hidden; ++h) m_pooled[h] += m_output[token + h];
    }
    const float share = 1.0F / static_cast<float>(m_shape.sequence);
    for (float& value : m_pooled) value *= share;
    std::memcpy(m_answer.data(), m_pooled.data(), m_answer.size());
}

WorkloadFacts OpenClForward::facts() const {
    const FoundDevice& found = m_program->opened.found;
    WorkloadFacts facts;
    facts.device = display_name(found);
    facts.emulated = found.is_cpu;
    facts.device_timer = m_clock ? "device" : "host span";
    facts.driver = driver_text(found);
    facts.hidden = m_shape.hidden;
    facts.layers = m_shape.layers;
    facts.flop = m_shape.flop();
    facts.warm = m_warm;
    return facts;
}

Result<double> OpenClForward::verify(std::uint64_t seed) {
    if (auto done = call(seed); !done) return tl::unexpected(done.error());
    const std::vector<double> reference = reference_forward(m_shape, seed);
    double largest = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double difference = std::abs(static_cast<double>(m_output[i]) - reference[i]);
        // A NaN compares false with everything and must not pass for a small difference.
        if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
        largest = std::max(largest, difference);
    }
    return largest;
}

}  // namespace stallscope::opencl
