// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

/// Lines of the short tables are no wider.
inline constexpr std::size_t widest_line = 100;

/// One line without what a terminal would act on, at most `most` characters long.
std::string one_line(std::string_view text, std::size_t most);

/// Columns side by side, the first one to the left, the others to the right, each line cut to
/// `widest_line`. All lines have as many cells.
std::string aligned(const std::vector<std::vector<std::string>>& lines);

}  // namespace stallscope
