// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/experiment.h"

namespace stallscope {

/// The threads that a stream's load starts in a host. Each of them writes stamps and has a ring of
/// its own.
struct LoadThreads {
    int clients = 0;      ///< ask, wait for the answer, compare it
    int loops = 0;        ///< call back to back, without queue, dispatcher or future
    int dispatchers = 0;  ///< take jobs from the stream's queue
    int workers = 0;      ///< serving threads in a process of their own
    bool operator==(const LoadThreads&) const = default;
    int total() const { return clients + loops + dispatchers + workers; }
};

/// This is where a load turns into threads: a new kind of load (a rate, Poisson, a replayed
/// schedule) is a new alternative of `Load` in plan/experiment.h and one more overload in
/// lanes.cpp; the host protocol and the rings need no change.
LoadThreads lanes_of(const Stream& stream);

}  // namespace stallscope
