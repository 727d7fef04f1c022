// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "run/live_host.h"

namespace stallscope {

/// What the opened streams run on, as a JSON object: stream → device, driver, size…
std::string devices_json(const protocol::Ready& ready);

/// What is stored with a visit: the interpreter as it answered, workers with their start-up time,
/// devices, and memory, threads and descriptors of each process at this moment.
std::string host_facts_json(
    LiveHost& host, const std::map<std::string, std::map<std::string, std::int64_t>>& counters);

}  // namespace stallscope
