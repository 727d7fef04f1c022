// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

/// A small file of the kernel (/proc, /sys), at most 8 MiB of it; none when it cannot be read,
/// which is the rule on systems without /proc.
std::optional<std::string> read_kernel_file(const std::string& path);

/// The first line without its newline.
std::optional<std::string> read_kernel_line(const std::string& path);

/// The whole number that a text starts with, blanks before it allowed.
std::optional<std::int64_t> leading_number(std::string_view text);

/// What follows `key` on its line: value_after("MemTotal: 5 kB\n", "MemTotal:") is "5 kB".
std::optional<std::string> value_after(std::string_view text, std::string_view key);

/// Every process that can be seen, as listed in /proc.
std::vector<pid_t> visible_processes();

/// From /proc/PID/stat: who started it, which group it is in, and what its ended children used.
struct Kinship {
    pid_t pid = 0, parent = 0, group = 0;
    std::string name;               ///< at most 15 characters of it
    std::int64_t waited_ticks = 0;  ///< CPU time of the children it has waited for, and of theirs
};
std::optional<Kinship> kinship_of(pid_t pid);

}  // namespace stallscope
