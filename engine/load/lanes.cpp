// SPDX-License-Identifier: Apache-2.0
#include "load/lanes.h"

#include <variant>

namespace stallscope {

namespace {

struct ThreadsOf {
    Placement placement;

    // One dispatcher, and one worker where there is one, serve however many clients ask.
    LoadThreads operator()(const ClosedLoad& load) const {
        return {.clients = load.clients,
                .dispatchers = 1,
                .workers = placement == Placement::process ? 1 : 0};
    }
    // A loop runs in the host itself; validation refuses any other placement.
    LoadThreads operator()(const LoopLoad& load) const { return {.loops = load.threads}; }
};

}  // namespace

LoadThreads lanes_of(const Stream& stream) {
    return std::visit(ThreadsOf{stream.placement}, stream.load);
}

}  // namespace stallscope
