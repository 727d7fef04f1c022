// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "workload/forward_program.h"
#include "workload/forward_shape.h"
#include "workload/workload.h"

namespace stallscope::opencl {

/// One forward on one device: its weights, activations, kernels and the device's clock.
class OpenClForward final : public WorkloadRun {
public:
    /// Uploads the weights and runs one forward, so that nothing is left to be compiled later.
    static Result<std::unique_ptr<OpenClForward>> open(std::shared_ptr<ForwardProgram> program,
                                                       const ForwardShape& shape);

    /// native_exit − native_enter holds: the input made and written, the kernels, the output read,
    /// its digest (FNV-1a over all S × H floats) and its mean over the tokens (the answer).
    Result<CallSpan> call(std::uint64_t seed) override;
    const std::vector<std::byte>& answer() const override { return m_answer; }
    WorkloadFacts facts() const override;
    Result<double> verify(std::uint64_t seed) override;

    const std::vector<float>& output() const { return m_output; }

private:
    /// One kernel of a layer with its range.
    struct Launch {
        const char* name = nullptr;
        Handle<Kernel> kernel;
        std::array<std::size_t, 3> items{1, 1, 1};
        std::array<std::size_t, 3> group{1, 1, 1};
        bool takes_weights = false;  ///< as argument 1, another buffer for every layer
    };

    OpenClForward(std::shared_ptr<ForwardProgram> program, const ForwardShape& shape);
    Result<void> allocate();
    Result<void> upload_weights();
    Result<void> prepare_kernels();
    Result<void> add_launch(const char* name, std::array<std::size_t, 3> blocks,
                            const std::vector<Memory>& before, int offset,
                            const std::vector<Memory>& after, int last);
    Result<void> enqueue(Handle<Event>& first, Handle<Event>& last);
    Result<void> map_times(const Handle<Event>& first, const Handle<Event>& last, CallSpan& span);
    void pool_tokens();

    std::shared_ptr<ForwardProgram> m_program;
    ForwardShape m_shape;
    std::vector<Handle<Memory>> m_weights;  ///< one per layer
    Handle<Memory> m_x, m_n, m_q, m_k, m_v, m_p, m_f;
    std::vector<Launch> m_launches;  ///< of one layer
    std::optional<DeviceClock> m_clock;
    bool m_warm = true;
    std::vector<float> m_input, m_output, m_pooled;
    std::vector<std::byte> m_answer;
};

/// Opens the device that `spec` means and builds the forward for it.
Result<std::shared_ptr<ForwardProgram>> program_for(const OpenClWorkload& spec);

/// The workload `opencl`. Error: kind experiment when the size is not given.
Result<std::unique_ptr<WorkloadRun>> open_forward(const OpenClWorkload& spec);

}  // namespace stallscope::opencl
