// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

/// Fewer parts than this cannot show a shift.
inline constexpr std::size_t fewest_parts_for_shift = 10;
/// Noise units that a shift must exceed, and its least size.
inline constexpr double least_shift_ratio = 6;
inline constexpr double least_shift = 0.02;

/// "shift-in-visit": a level that changes inside a window. For every split with at least
/// max(3, ⌈0.3 m⌉) parts on each side the difference of the medians over σ̂·√(1/k + 1/(m − k));
/// fires when the largest is above 6 and the difference above 2 %. σ̂ is the larger of two: from
/// the differences of neighbouring parts over the whole group (trimmed, so that a step in every
/// half-visit does not hide itself), and this half-visit's own spread around the two medians, the
/// part in which the step lies left out.
/// Bursts in three parts in a row are no step: all parts but a stray one must be on their side, and
/// the parts' middle requests must move by half as much. A rate is looked at only where the stream
/// has no times.
std::vector<Suspicion> look_for_shift(std::span<const VisitGroup> groups);

}  // namespace stallscope
