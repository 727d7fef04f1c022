// SPDX-License-Identifier: Apache-2.0
#include "workload/forward_program.h"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::opencl {
namespace {

constexpr const char* build_options = "-cl-std=CL1.2";
constexpr std::size_t tile_group = 256;  // work-items of a 16 × 16 group

/// The first lines of the compiler's log, in one line.
std::string first_lines(const OpenedDevice& opened, Program program) {
    constexpr int lines = 5;
    constexpr std::size_t longest = 600;
    std::size_t bytes = 0;
    const Api& api = *opened.api;
    api.get_build_info(program, opened.device, program_build_log, 0, nullptr, &bytes);
    std::string log(bytes, '\0');
    if (bytes > 0) {
        api.get_build_info(program, opened.device, program_build_log, bytes, log.data(), nullptr);
    }
    log.resize(std::min(log.find('\0'), log.size()));
    std::string text;
    std::size_t start = 0;
    for (int kept = 0; kept < lines && start < log.size();) {
        const std::size_t end = std::min(log.find('\n', start), log.size());
        if (end > start) {
            text += (kept > 0 ? " | " : "") + log.substr(start, end - start);
            ++kept;
        }
        start = end + 1;
    }
    if (text.empty()) return "the driver left no log";
    return text.substr(0, longest);
}

}  // namespace

KernelPath path_for(const FoundDevice& found) {
    return found.is_cpu ? KernelPath::register_blocks : KernelPath::local_tiles;
}

Result<Handle<Program>> build_source(const OpenedDevice& opened, const char* source) {
    const Api& api = *opened.api;
    Status status = success;
    Program program = api.create_program(opened.context.get(), 1, &source, nullptr, &status);
    if (status != success) {
        return tl::unexpected(
            status_error("clCreateProgramWithSource", "making the forward", status));
    }
    Handle<Program> owned(opened.api, program, &Api::release_program);
    status = api.build_program(program, 1, &opened.device, build_options, nullptr, nullptr);
    if (status == build_program_failure) {
        return fail(ErrorKind::measurement,
                    fmt::format("the driver of {} could not compile the forward: {}",
                                display_name(opened.found), first_lines(opened, program)),
                    "OpenCL", fmt::format("update the driver ({})", driver_text(opened.found)));
    }
    if (status != success) {
        return tl::unexpected(status_error("clBuildProgram", "compiling the forward", status));
    }
    return owned;
}

Result<std::shared_ptr<ForwardProgram>> build_forward(OpenedDevice opened, KernelPath path) {
    if (path == KernelPath::local_tiles && opened.found.largest_group < tile_group) {
        return fail(ErrorKind::environment,
                    fmt::format("{} takes groups of {} work-items, the forward needs {}",
                                display_name(opened.found), opened.found.largest_group, tile_group),
                    "/device", "name another device; `stallscope devices` lists them");
    }
    auto built = std::make_shared<ForwardProgram>();
    built->cache = CacheWatch::start(opened.found);
    auto program =
        build_source(opened, path == KernelPath::register_blocks ? register_block_source()
                                                                 : local_tile_source());
    if (!program) return tl::unexpected(program.error());
    built->opened = std::move(opened);
    built->path = path;
    built->program = std::move(*program);
    return built;
}

}  // namespace stallscope::opencl
