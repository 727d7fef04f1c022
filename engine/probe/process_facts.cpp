// SPDX-License-Identifier: Apache-2.0
#include "probe/process_facts.h"

#include <filesystem>
#include <string>

#include "probe/proc_text.h"

namespace stallscope {

namespace {

constexpr std::int64_t kib = 1024;

std::optional<std::int64_t> number_in(const std::optional<std::string>& text, const char* key,
                                      std::int64_t unit) {
    const auto value = text ? value_after(*text, key) : std::nullopt;
    const auto number = value ? leading_number(*value) : std::nullopt;
    return number ? std::optional(*number * unit) : std::nullopt;
}

std::optional<std::int64_t> entries_in(const std::string& folder) {
    std::error_code error;
    std::int64_t count = 0;
    for (auto entry = std::filesystem::directory_iterator(folder, error);
         !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        ++count;
    }
    return error ? std::nullopt : std::optional(count);
}

}  // namespace

ProcessFacts process_facts(pid_t pid) {
    ProcessFacts facts = process_facts_in_passing(pid);
    const auto rollup = read_kernel_file("/proc/" + std::to_string(pid) + "/smaps_rollup");
    facts.pss_bytes = number_in(rollup, "Pss:", kib);
    return facts;
}

ProcessFacts process_facts_in_passing(pid_t pid) {
    const std::string folder = "/proc/" + std::to_string(pid);
    const auto status = read_kernel_file(folder + "/status");
    ProcessFacts facts;
    facts.rss_bytes = number_in(status, "VmRSS:", kib);
    facts.threads = number_in(status, "Threads:", 1);
    facts.descriptors = entries_in(folder + "/fd");
    return facts;
}

}  // namespace stallscope
