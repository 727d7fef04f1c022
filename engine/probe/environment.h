// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stallscope {

/// The machine and its state at this moment, as a JSON object: what a reader of the results needs
/// to judge them. No name of the machine or of a person is in it. A key that cannot be read is
/// null, with its reason in "why_null". Keys:
///
///   at, uptime_s, os, kernel, architecture,
///   cpu_model, cpus_online, cpus_allowed, threads_per_core, cpu_limit (CPUs the control group may
///   use, null: no limit), memory_bytes, memory_available_bytes, swap_used_bytes,
///   governor, cpu_khz, cpu_khz_max, boost, clock_source, transparent_hugepages, aslr (0, 1, 2),
///   load (1, 5, 15 minutes), virtualised, hypervisor, container, nice
std::string environment_json();

/// What stays the same from run to run on one machine and differs between machines whose figures
/// cannot be exchanged: CPU model, allowed CPUs, architecture. Sizes of forwards are pinned by it.
std::string machine_fingerprint();

}  // namespace stallscope
