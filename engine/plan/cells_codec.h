// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/experiment.h"
#include "plan/faults.h"
#include "plan/json_value.h"
#include "plan/workload_codec.h"

namespace stallscope {

/// A host and its streams: as documents (to merge onto), as values, and what is wrong with them
/// (pointers start at the host, at each stream).
struct Setup {
    Json host_document = Json(Json::Object{});
    Json::Object stream_documents;
    Host host;
    std::map<std::string, Stream> streams;
    Faults host_faults;
    std::map<std::string, Faults> stream_faults;
};

/// The host and the streams at the top level. Faults are noted in the setup and in `faults`.
Setup read_setup(const Json* host, const Json* streams, TopLevelStreams& top_level, Faults& faults);

/// Reads the cells at /cells, each with the host and the streams that its overrides, laid over
/// those of the cell it duplicates, laid over the base, give. A fault is reported where the text
/// stands that brings it about: at the base, or at the first override.
std::vector<Cell> read_cells(const Json& cells, const Setup& base, const TopLevelStreams& top_level,
                             const std::vector<Condition>& conditions, Faults& faults);

}  // namespace stallscope
