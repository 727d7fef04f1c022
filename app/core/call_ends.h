// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/timeline.h"

namespace stallscope::app {

/// How near a header has to come to a call's end to count as waiting for it (design: the figure
/// header_at_call_end).
inline constexpr std::int64_t at_call_end_ns = 500'000;

/// A call that one stream made while another waited.
struct CallEnd {
    int stream = 0;
    std::size_t lane = 0;  ///< place in Timeline::lanes
    std::int64_t start = 0;
    std::int64_t end = 0;  ///< its native exit; the caller's end where that was not stamped
};

/// Of the calls that streams other than `stream` were making at `since`, the one whose end is
/// nearest to `at` and no further than at_call_end_ns from it.
std::optional<CallEnd> call_ended_near(const Timeline& timeline, int stream, std::int64_t since,
                                       std::int64_t at);

}  // namespace stallscope::app
