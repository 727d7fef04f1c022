// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace stallscope {

// Step 6: how often several criteria together may say "not met" by chance.

/// p values adjusted by Holm (1979): compare with α as they are. In the order of `p`.
std::vector<double> holm(std::span<const double> p);

/// Step-down on crossings: j = m; reject every i for which `crossed(i, j)`, then j = m − rejected,
/// until nothing changes. `crossed(i, j)` says whether criterion i has crossed at level α/j at this
/// or any earlier look; it is asked for j in 1 … m only. Returns who is rejected.
std::vector<bool> step_down(std::size_t m,
                            const std::function<bool(std::size_t i, int j)>& crossed);

}  // namespace stallscope
