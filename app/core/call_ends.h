// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/timeline.h"

namespace stallscope::app {

/// A call that one stream made while another waited.
struct CallEnd {
    int stream = 0;
    std::size_t lane = 0;  ///< place in Timeline::lanes
    std::int64_t start = 0;
    std::int64_t end = 0;  ///< its native exit; the caller's end where that was not stamped
};

/// Of the calls that streams other than `stream` were making between `since` and `at`, the one
/// whose end is nearest to `at` and no further from it than a header may be to count as read at a
/// call's end (at_call_end_ns). It need not be the call that ran at `since`: a waiter that comes
/// shortly before a call's end misses it, and one that still holds the lock waits for a later call.
std::optional<CallEnd> call_ended_near(const Timeline& timeline, int stream, std::int64_t since,
                                       std::int64_t at);

/// A shorter step of a reply's path did not wait for anything worth a word.
inline constexpr std::int64_t noticeable_ns = 500'000;

/// The end of a call at which a step of a reply came to its end.
struct AwaitedCall {
    CallEnd call;
    std::int64_t until = 0;  ///< the stamp that came then: recv_enter, header or body
};

/// The calls whose ends a request's reply waited for, in the order of time: with its send, its
/// header and its body, as far as these took noticeably long.
std::vector<AwaitedCall> awaited_calls(const Timeline& timeline, const RequestRef& request);

}  // namespace stallscope::app
