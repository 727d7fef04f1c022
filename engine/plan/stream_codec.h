// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/experiment.h"
#include "plan/faults.h"
#include "plan/json_value.h"
#include "plan/workload_codec.h"

namespace stallscope {

/// Reads a stream as it is after merging; pointers start at the stream ("").
Stream read_stream(const Json& value, const TopLevelStreams& streams, Faults& faults);

/// Reads a host as it is after merging; pointers start at the host ("").
Host read_host(const Json& value, Faults& faults);

}  // namespace stallscope
