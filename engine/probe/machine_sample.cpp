// SPDX-License-Identifier: Apache-2.0
#include "probe/machine_sample.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "probe/control_group.h"
#include "probe/proc_text.h"

namespace stallscope {

namespace {

void add(std::vector<Reading>& readings, std::string what, std::optional<std::int64_t> value,
         double unit = 1) {
    if (value) {
        readings.push_back({std::move(what), static_cast<double>(*value) * unit});
    }
}

std::optional<std::int64_t> number_in(const std::optional<std::string>& text, const char* key) {
    const auto value = text ? value_after(*text, key) : std::nullopt;
    return value ? leading_number(*value) : std::nullopt;
}

// "some avg10=0.00 avg60=0.00 avg300=0.00 total=5673675"
std::optional<std::int64_t> pressure_us(const char* resource) {
    const auto line = read_kernel_line(std::string("/proc/pressure/") + resource);
    const auto total = line ? line->find("total=") : std::string::npos;
    return total == std::string::npos ? std::nullopt
                                      : leading_number(std::string_view(*line).substr(total + 6));
}

}  // namespace

std::vector<Reading> machine_sample() {
    std::vector<Reading> readings;
    double load[1] = {};
    if (getloadavg(load, 1) == 1) {
        readings.push_back({"load1", load[0]});
    }
    const auto memory = read_kernel_file("/proc/meminfo");
    add(readings, "mem_available_bytes", number_in(memory, "MemAvailable:"), 1024);
    const auto counters = read_kernel_file("/proc/vmstat");
    add(readings, "swap_in_pages", number_in(counters, "pswpin "));
    add(readings, "swap_out_pages", number_in(counters, "pswpout "));
    const long cpus = sysconf(_SC_NPROCESSORS_CONF);
    for (long cpu = 0; cpu < cpus; ++cpu) {
        const std::string number = std::to_string(cpu);
        const auto khz =
            read_kernel_line("/sys/devices/system/cpu/cpu" + number + "/cpufreq/scaling_cur_freq");
        add(readings, "cpu_khz/" + number, khz ? leading_number(*khz) : std::nullopt);
    }
    add(readings, "pressure_cpu_us", pressure_us("cpu"));
    add(readings, "pressure_memory_us", pressure_us("memory"));
    add(readings, "pressure_io_us", pressure_us("io"));
    add(readings, "throttled_us", control_group_throttled_us());
    return readings;
}

}  // namespace stallscope
