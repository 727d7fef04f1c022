// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plan/experiment.h"
#include "record/run_file.h"
#include "run/conductor.h"
#include "run/host_process.h"
#include "workload/workload.h"

namespace stallscope {

/// What is found before the first window and stored beside the seal. A resumed run takes it from
/// its file, so that its visits do the same work.
struct Preparation {
    std::map<std::string, Interpreter> interpreters;  ///< as named → as found
    std::map<std::string, ForwardSize> sizes;         ///< workload's JSON → its forward's size
    std::map<std::string, double> lengths_ms;         ///< key of a measured length → ms
    std::map<std::string, CostModel> costs;           ///< cost_key() → what a batch costs
    std::map<std::string, std::vector<std::uint64_t>> references;  ///< filled-in workload's JSON →
                                                                   ///< digests by seed
};

std::string to_json(const Preparation& preparation);
Result<Preparation> parse_preparation(std::string_view json);

/// Path of the interpreter that a host runs in; empty for a native host.
std::string interpreter_of(const Host& host, const Preparation& preparation);

/// The streams a cell runs in any of its conditions.
std::map<std::string, Stream> streams_ever_run(const Experiment& experiment, const Cell& cell);

/// The stream with its length a number, its size and its costs known.
Stream filled_in(const Host& host, const Stream& stream, const Preparation& preparation);

/// Streams as they are opened in that host, references included.
std::map<std::string, protocol::OpenStream> to_open(const Host& host,
                                                    const std::map<std::string, Stream>& streams,
                                                    const Preparation& preparation);

struct PreparationSettings {
    const Experiment* experiment = nullptr;
    HostSurroundings surroundings;
    bool resize = false;
    EventSink sink;
    Tick tick;
};

/// Interpreters, forwards' sizes, batches' costs, measured lengths, references of the answers; then
/// the checks the experiment asks for, each stored. A failed check is an error: nothing is measured
/// on ground that does not hold.
Result<Preparation> prepare(const PreparationSettings& settings, RunWriter& writer);

/// The checks alone (a resumed run makes them again).
Result<void> run_checks(const PreparationSettings& settings, const Preparation& preparation,
                        RunWriter& writer);

}  // namespace stallscope
