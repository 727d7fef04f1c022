// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/faults.h"
#include "plan/json_value.h"

namespace stallscope {

/// Whether the document says "kind": "batch".
bool is_batch_document(const Json& document);

/// A batch experiment written out as one of requests, so that everything that measures and judges
/// requests does the same for batches: `batch` becomes the workload of one stream "batch" that asks
/// again as soon as it was answered, alone in a native host; a cell's `batch` becomes its override;
/// criteria that name no metric, stream or condition are about "e2e" of that stream. Notes what a
/// batch experiment must not have.
Json written_out(const Json& document, Faults& faults);

/// Where a place of the written-out document stands in the one that was written.
std::string place_in_batch(const std::string& pointer);

}  // namespace stallscope
