// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analysis/run_facts.h"
#include "plan/experiment.h"

namespace stallscope {

/// "wait 9.477 ms", "wait median of 100 calls of neighbour", "opencl S128 12 ms", "python m:f".
std::string workload_words(const Workload& workload);

/// "closed, 1 client", "closed, 2 clients, think 3 ms", "loop, 1 thread".
std::string load_words(const Load& load);

/// The name under which a stream stands in every table: an emulated one says first what it stands
/// for ("gpu → PoCL CPU core (emulated)"). Empty when nothing is known about its device.
std::string device_words(std::string_view stream, const DeviceFacts& facts);

/// What a wait or a spin was asked for, in ms: its mean length, spread included. None for other
/// workloads and for a measured length that is not known.
std::optional<double> requested_ms(const Workload& workload,
                                   const std::map<std::string, double>& measured_ms);

/// True for what is neither a wait nor a spin: a device's call or a callable.
bool is_device_call(const Workload& workload);

}  // namespace stallscope
