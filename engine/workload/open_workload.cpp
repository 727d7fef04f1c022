// SPDX-License-Identifier: Apache-2.0
// The registry: which backend opens which kind.
#include <fmt/format.h>

#include "workload/opencl_forward.h"
#include "workload/timed_workload.h"
#include "workload/workload.h"

namespace stallscope {

namespace opencl {

Result<std::shared_ptr<ForwardProgram>> program_for(const OpenClWorkload& spec) {
    const DeviceSearch search = search_devices();
    const auto found = choose_device(search, spec.device);
    if (!found) return tl::unexpected(found.error());
    auto opened = open_device(search.api, *found, spec.unit);
    if (!opened) return tl::unexpected(opened.error());
    return build_forward(std::move(*opened), path_for(*found));
}

Result<std::unique_ptr<WorkloadRun>> open_forward(const OpenClWorkload& spec) {
    if (!spec.hidden || !spec.layers) {
        return fail(ErrorKind::experiment,
                    "the size of this forward was not found before it was opened", "/target_ms",
                    "write `hidden` and `layers`, or size it for `target_ms` first");
    }
    const ForwardShape shape{spec.sequence, *spec.hidden, *spec.layers};
    if (shape.sequence < 16 || shape.sequence % 16 != 0 || shape.hidden < 64 ||
        shape.hidden % 64 != 0 || shape.layers < 1) {
        return fail(ErrorKind::experiment,
                    fmt::format("a forward of {} tokens, hidden {}, {} layers cannot be built",
                                shape.sequence, shape.hidden, shape.layers),
                    "/hidden",
                    "use a multiple of 16 tokens, a multiple of 64 hidden, at least one layer");
    }
    auto program = program_for(spec);
    if (!program) return tl::unexpected(program.error());
    auto run = OpenClForward::open(std::move(*program), shape);
    if (!run) return tl::unexpected(run.error());
    return std::unique_ptr<WorkloadRun>(std::move(*run));
}

}  // namespace opencl

Result<std::unique_ptr<WorkloadRun>> open_workload(const Workload& spec) {
    if (const auto* wait = std::get_if<WaitWorkload>(&spec)) return open_wait(*wait);
    if (const auto* spin = std::get_if<SpinWorkload>(&spec)) return open_spin(*spin);
    if (const auto* forward = std::get_if<OpenClWorkload>(&spec)) {
        return opencl::open_forward(*forward);
    }
    if (std::holds_alternative<MailWorkload>(spec)) {
        return fail(ErrorKind::experiment, "mails are parsed in a native host only", "/kind",
                    "use host kind \"native\"");
    }
    return fail(ErrorKind::experiment, "a Python callable cannot run outside a Python interpreter",
                "/kind", "use host kind \"python\", which calls it itself");
}

}  // namespace stallscope
