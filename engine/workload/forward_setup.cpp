// SPDX-License-Identifier: Apache-2.0
// What a forward does once, before its first call: buffers, weights, kernels and their arguments.
#include <fmt/format.h>

#include "workload/forward_weights.h"
#include "workload/opencl_forward.h"

namespace stallscope::opencl {
namespace {

Result<Handle<Memory>> buffer(const OpenedDevice& opened, Flags flags, std::size_t floats) {
    Status status = success;
    Memory memory = opened.api->create_buffer(opened.context.get(), flags, floats * sizeof(float),
                                              nullptr, &status);
    if (status != success) {
        return tl::unexpected(status_error(
            "clCreateBuffer", fmt::format("allocating {} bytes", floats * sizeof(float)), status));
    }
    return Handle<Memory>(opened.api, memory, &Api::release_memory);
}

}  // namespace

Result<void> OpenClForward::allocate() {
    const auto sequence = static_cast<std::size_t>(m_shape.sequence);
    const auto heads = static_cast<std::size_t>(m_shape.heads());
    const std::size_t tokens = m_shape.elements();
    struct Wanted {
        Handle<Memory>* memory;
        std::size_t floats;
    };
    for (const auto& [memory, floats] :
         {Wanted{&m_x, tokens}, Wanted{&m_n, tokens}, Wanted{&m_q, tokens}, Wanted{&m_k, tokens},
          Wanted{&m_v, tokens}, Wanted{&m_p, heads * sequence * sequence},
          Wanted{&m_f, 4 * tokens}}) {
        auto made = buffer(m_program->opened, memory_read_write, floats);
        if (!made) return tl::unexpected(made.error());
        *memory = std::move(*made);
    }
    return {};
}

Result<void> OpenClForward::upload_weights() {
    const OpenedDevice& opened = m_program->opened;
    for (int layer = 0; layer < m_shape.layers; ++layer) {
        const std::vector<float> weights = packed_layer(m_shape, layer);
        auto memory = buffer(opened, memory_read_only, weights.size());
        if (!memory) return tl::unexpected(memory.error());
        const Status status = opened.api->enqueue_write(opened.queue.get(), memory->get(), 1, 0,
                                                        weights.size() * sizeof(float),
                                                        weights.data(), 0, nullptr, nullptr);
        if (status != success) {
            return tl::unexpected(
                status_error("clEnqueueWriteBuffer",
                             fmt::format("writing the weights of layer {}", layer), status));
        }
        m_weights.push_back(std::move(*memory));
    }
    return {};
}

/// Arguments of every kernel: buffers, for those with weights the weights and the matrix's offset,
/// more buffers, one size.
Result<void> OpenClForward::add_launch(const char* name, std::array<std::size_t, 3> blocks,
                                       const std::vector<Memory>& before, int offset,
                                       const std::vector<Memory>& after, int last) {
    const OpenedDevice& opened = m_program->opened;
    Launch launch;
    launch.name = name;
    launch.takes_weights = offset >= 0;
    Status status = success;
    Kernel kernel = opened.api->create_kernel(m_program->program.get(), name, &status);
    if (status != success) {
        return tl::unexpected(
            status_error("clCreateKernel", fmt::format("making kernel `{}`", name), status));
    }
    launch.kernel = Handle<Kernel>(opened.api, kernel, &Api::release_kernel);
    std::uint32_t index = 0;
    const auto set = [&](std::size_t bytes, const void* value) {
        if (status == success) status = opened.api->set_kernel_arg(kernel, index, bytes, value);
        ++index;
    };
    for (Memory memory : before) set(memory_argument_bytes, &memory);
    if (launch.takes_weights) {
        Memory weights = m_weights.front().get();
        set(memory_argument_bytes, &weights);
        set(sizeof offset, &offset);
    }
    for (Memory memory : after) set(memory_argument_bytes, &memory);
    set(sizeof last, &last);
    if (status != success) {
        return tl::unexpected(status_error(
            "clSetKernelArg", fmt::format("giving kernel `{}` its arguments", name), status));
    }
    launch.items = blocks;
    m_launches.push_back(std::move(launch));
    return {};
}

Result<void> OpenClForward::prepare_kernels() {
    const auto tokens = static_cast<std::size_t>(m_shape.sequence);
    const auto hidden = static_cast<std::size_t>(m_shape.hidden);
    const auto heads = static_cast<std::size_t>(m_shape.heads());
    const bool in_registers = m_program->path == KernelPath::register_blocks;

    // Rows × columns of a product as a range: 4 × 16 results an item, or one.
    using Range = std::array<std::size_t, 3>;
    const auto products = [&](std::size_t columns, std::size_t planes = 1) {
        return in_registers ? Range{tokens / 4, columns / 16, planes}
                            : Range{columns, tokens, planes};
    };
    // One row an item, or 64 items a row.
    const auto lines = [&](std::size_t rows) {
        return Range{in_registers ? rows : 64 * rows, 1, 1};
    };
    const auto offset = [&](Matrix which) {
        return static_cast<int>(weight_offset(m_shape, which));
    };
    Memory x = m_x.get(), n = m_n.get(), p = m_p.get(), f = m_f.get();
    Memory q = m_q.get(), k = m_k.get(), v = m_v.get();
    const int h = m_shape.hidden;

    struct Step {
        const char* name;
        Range range;
        std::vector<Memory> before;
        int offset;  ///< −1: takes no weights
        std::vector<Memory> after;
        int size;
    };
    const std::vector<Step> steps{
        {"norm", lines(tokens), {x, n}, -1, {}, h},
        {"project", products(3 * hidden), {n}, offset(Matrix::project), {q, k, v}, h},
        {"scores", products(tokens, heads), {q, k, p}, -1, {}, h},
        {"softmax", lines(heads * tokens), {p}, -1, {}, m_shape.sequence},
        {"blend", products(hidden), {p, v, n}, -1, {}, h},
        {"out", products(hidden), {n}, offset(Matrix::out), {x}, h},
        {"norm", lines(tokens), {x, n}, -1, {}, h},
        {"expand", products(4 * hidden), {n}, offset(Matrix::expand), {f}, h},
        {"contract", products(hidden), {f}, offset(Matrix::contract), {x}, h},
    };
    for (const Step& step : steps) {
        auto added =
            add_launch(step.name, step.range, step.before, step.offset, step.after, step.size);
        if (!added) return added;
        if (in_registers) continue;
        const bool is_line = step.range[1] == 1;
        m_launches.back().group = is_line ? Range{64, 1, 1} : Range{16, 16, 1};
    }
    return {};
}

}  // namespace stallscope::opencl
