// SPDX-License-Identifier: Apache-2.0
#include "probe/environment.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "probe/control_group.h"
#include "probe/cpu_identity.h"
#include "probe/proc_text.h"

namespace stallscope {

namespace {

using Json = nlohmann::json;

// An object whose missing values are null and say why.
class Snapshot {
public:
    template <class T>
    void set(const char* key, const std::optional<T>& value, const char* why_not) {
        if (value) {
            m_json[key] = *value;
        } else {
            m_json[key] = nullptr;
            m_json["why_null"][key] = why_not;
        }
    }
    template <class T>
    void set(const char* key, const T& value) {
        m_json[key] = value;
    }
    std::string text() const { return m_json.dump(-1, ' ', false, Json::error_handler_t::replace); }

private:
    Json m_json = Json::object({{"why_null", Json::object()}});
};

std::optional<std::int64_t> number_in(const std::string& path) {
    const auto line = read_kernel_line(path);
    return line ? leading_number(*line) : std::nullopt;
}

std::optional<std::int64_t> bytes_in(const std::optional<std::string>& memory, const char* key) {
    const auto value = memory ? value_after(*memory, key) : std::nullopt;
    const auto kib = value ? leading_number(*value) : std::nullopt;
    return kib ? std::optional(*kib * 1024) : std::nullopt;
}

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::optional<std::string> system_name() {
    const auto release = read_kernel_file("/etc/os-release");
    auto name = release ? value_after(*release, "PRETTY_NAME=") : std::nullopt;
    if (name && name->size() >= 2 && name->front() == '"' && name->back() == '"') {
        name = name->substr(1, name->size() - 2);
    }
    return name;
}

std::optional<double> uptime_s() {
    const auto line = read_kernel_line("/proc/uptime");
    return line ? std::optional(std::strtod(line->c_str(), nullptr)) : std::nullopt;
}

// "0,64" or "0-1": how many hardware threads share a core.
std::optional<std::int64_t> threads_per_core() {
    const auto list = read_kernel_line("/sys/devices/system/cpu/cpu0/topology/thread_siblings");
    if (!list) {
        return std::nullopt;
    }
    std::int64_t bits = 0;
    for (const char digit : *list) {
        const std::string one(1, digit);
        bits += digit == ',' ? 0 : __builtin_popcountl(std::strtoul(one.c_str(), nullptr, 16));
    }
    return bits > 0 ? std::optional(bits) : std::nullopt;
}

std::optional<bool> boost() {
    if (const auto no_turbo = number_in("/sys/devices/system/cpu/intel_pstate/no_turbo")) {
        return *no_turbo == 0;
    }
    if (const auto allowed = number_in("/sys/devices/system/cpu/cpufreq/boost")) {
        return *allowed != 0;
    }
    return std::nullopt;
}

// "always [madvise] never" → "madvise"
std::optional<std::string> chosen_in(const std::string& path) {
    const auto line = read_kernel_line(path);
    const auto from = line ? line->find('[') : std::string::npos;
    const auto to = line ? line->find(']') : std::string::npos;
    if (from == std::string::npos || to == std::string::npos || to < from) {
        return std::nullopt;
    }
    return line->substr(from + 1, to - from - 1);
}

void set_cpu(Snapshot& snapshot) {
    const std::string cpufreq = "/sys/devices/system/cpu/cpu0/cpufreq/";
    const char* hidden = "the system does not show it (often so in virtual machines)";
    snapshot.set("cpu_model", cpu_model(), "the system does not name its CPU");
    snapshot.set("cpus_online", static_cast<std::int64_t>(sysconf(_SC_NPROCESSORS_ONLN)));
    snapshot.set("cpus_allowed", cpus_allowed());
    snapshot.set("threads_per_core", threads_per_core(), hidden);
    snapshot.set("cpu_limit", control_group_cpu_limit(), "no limit is set, or none is readable");
    snapshot.set("governor", read_kernel_line(cpufreq + "scaling_governor"), hidden);
    snapshot.set("cpu_khz", number_in(cpufreq + "scaling_cur_freq"), hidden);
    snapshot.set("cpu_khz_max", number_in(cpufreq + "cpuinfo_max_freq"), hidden);
    snapshot.set("boost", boost(), hidden);
}

void set_memory(Snapshot& snapshot) {
    const auto memory = read_kernel_file("/proc/meminfo");
    const char* why = "/proc/meminfo does not say";
    const auto total = bytes_in(memory, "SwapTotal:");
    const auto free = bytes_in(memory, "SwapFree:");
    snapshot.set("memory_bytes", bytes_in(memory, "MemTotal:"), why);
    snapshot.set("memory_available_bytes", bytes_in(memory, "MemAvailable:"), why);
    snapshot.set("swap_used_bytes", total && free ? std::optional(*total - *free) : std::nullopt,
                 why);
    snapshot.set("transparent_hugepages", chosen_in("/sys/kernel/mm/transparent_hugepage/enabled"),
                 "the kernel has none, or does not say");
}

void set_virtualisation(Snapshot& snapshot) {
    const auto is_virtual = cpu_is_virtual();
    snapshot.set("virtualised", is_virtual, "the CPU does not say");
    auto maker = read_kernel_line("/sys/hypervisor/type");
    if (!maker && is_virtual.value_or(false)) {
        maker = read_kernel_line("/sys/class/dmi/id/sys_vendor");
    }
    snapshot.set("hypervisor", maker, "there is none, or it does not say");
    snapshot.set("container", in_container());
}

}  // namespace

std::string environment_json() {
    Snapshot snapshot;
    snapshot.set("at", utc_now());
    snapshot.set("uptime_s", uptime_s(), "/proc/uptime cannot be read");
    utsname system{};
    const bool named = uname(&system) == 0;
    const auto or_none = [&](const char* text) {
        return named ? std::optional<std::string>(text) : std::nullopt;
    };
    auto os = system_name();
    snapshot.set("os", os ? os : or_none(system.sysname), "the system does not say");
    snapshot.set("kernel", or_none(system.release), "the system does not say");
    snapshot.set("architecture", or_none(system.machine), "the system does not say");
    set_cpu(snapshot);
    set_memory(snapshot);
    snapshot.set(
        "clock_source",
        read_kernel_line("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "the system does not show it");
    snapshot.set("aslr", number_in("/proc/sys/kernel/randomize_va_space"),
                 "the system does not show it");
    double load[3] = {};
    snapshot.set("load",
                 getloadavg(load, 3) == 3
                     ? std::optional(std::vector<double>{load[0], load[1], load[2]})
                     : std::nullopt,
                 "the system keeps no load average");
    set_virtualisation(snapshot);
    errno = 0;
    const int nice_value = getpriority(PRIO_PROCESS, 0);
    snapshot.set("nice", errno == 0 ? std::optional(nice_value) : std::nullopt,
                 "the system does not say");
    return snapshot.text();
}

std::string machine_fingerprint() {
    utsname system{};
    const bool named = uname(&system) == 0;
    return cpu_model().value_or("unknown CPU") + " | " + std::to_string(cpus_allowed()) +
           " CPUs | " + (named ? system.machine : "unknown architecture");
}

}  // namespace stallscope
