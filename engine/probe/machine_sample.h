// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stallscope {

struct Reading {
    std::string what;
    double value = 0;
};

/// How the machine is doing at this moment; what cannot be read here is left out.
///
///   load1                     load average over a minute
///   mem_available_bytes       memory that can be had without swapping
///   swap_in_pages, swap_out_pages   counters since boot
///   cpu_khz/N                 frequency of CPU N as the kernel sees it
///   pressure_cpu_us, pressure_memory_us, pressure_io_us   counters since boot: time in which some
///                             task waited for it
///   throttled_us              counter: time in which our control group was held back
std::vector<Reading> machine_sample();

}  // namespace stallscope
