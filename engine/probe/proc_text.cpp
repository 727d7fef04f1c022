// SPDX-License-Identifier: Apache-2.0
#include "probe/proc_text.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <memory>

namespace stallscope {

std::optional<std::string> read_kernel_file(const std::string& path) {
    constexpr std::size_t most = 8 << 20;
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return std::nullopt;
    }
    std::string text;
    char piece[16384];
    ssize_t got = 0;
    do {
        got = read(fd, piece, sizeof piece);
        if (got > 0) {
            text.append(piece, static_cast<std::size_t>(got));
        }
    } while ((got > 0 && text.size() < most) || (got < 0 && errno == EINTR));
    close(fd);
    if (got < 0) {
        return std::nullopt;
    }
    return text;
}

std::optional<std::string> read_kernel_line(const std::string& path) {
    std::optional<std::string> text = read_kernel_file(path);
    if (text) {
        text->resize(std::min(text->find('\n'), text->size()));
    }
    return text;
}

std::optional<std::int64_t> leading_number(std::string_view text) {
    const auto start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data() + start, text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::string> value_after(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.substr(0, key.size()) != key) {
            continue;
        }
        const auto start = line.find_first_not_of(" \t:", key.size());
        return std::string(start == std::string_view::npos ? "" : line.substr(start));
    }
    return std::nullopt;
}

std::vector<pid_t> visible_processes() {
    std::vector<pid_t> pids;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(opendir("/proc"), closedir);
    if (!proc) {
        return pids;
    }
    while (const dirent* entry = readdir(proc.get())) {
        const std::string_view name = entry->d_name;
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (error == std::errc() && end == name.data() + name.size()) {
            pids.push_back(pid);
        }
    }
    return pids;
}

std::optional<Kinship> kinship_of(pid_t pid) {
    const auto stat = read_kernel_file("/proc/" + std::to_string(pid) + "/stat");
    // "PID (NAME) STATE PPID PGRP …", and a name may hold blanks and parentheses.
    const auto name_end = stat ? stat->rfind(") ") : std::string::npos;
    if (name_end == std::string::npos || name_end + 4 >= stat->size()) {
        return std::nullopt;
    }
    // PPID is the fourth field of all, cutime and cstime are the 16th and 17th.
    constexpr std::size_t first = 4;
    constexpr std::size_t fields = 14;
    std::string_view rest = std::string_view(*stat).substr(name_end + 4);
    std::int64_t values[fields] = {};
    for (std::int64_t& value : values) {
        const auto number = leading_number(rest);
        if (!number) {
            return std::nullopt;
        }
        value = *number;
        rest.remove_prefix(std::min(rest.find(' ', 1), rest.size()));
    }
    const auto name_start = stat->find('(') + 1;
    return Kinship{pid, static_cast<pid_t>(values[0]), static_cast<pid_t>(values[5 - first]),
                   stat->substr(name_start, name_end - name_start),
                   values[16 - first] + values[17 - first]};
}

}  // namespace stallscope
