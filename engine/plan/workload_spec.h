// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plan/result.h"
#include "plan/worker_count.h"

namespace stallscope {

/// A length that is measured before the first window: `calls` calls of a stream, taken as it is
/// written at the top level of the experiment, alone in a host.
struct MeasuredLength {
    std::string stream;
    int calls = 100;                   ///< 1 … 10,000
    std::string statistic = "median";  ///< "median", "mean", "p95"
    bool operator==(const MeasuredLength&) const = default;
};

/// Milliseconds, or where to measure them.
using Length = std::variant<double, MeasuredLength>;

enum class WaitMode {
    deadline,  ///< clock_nanosleep to an absolute time
    usleep,    ///< usleep, which adds the timer slack (what the first document did)
    spin,      ///< reads the clock until the deadline
};

/// Sleeps. The realised length is what is reported, never the requested one.
struct WaitWorkload {
    Length ms = 1.0;  ///< 0 … 60,000
    WaitMode mode = WaitMode::deadline;
    double spread_ms = 0;  ///< adds a uniform part in [0, spread_ms), drawn from the input's seed
    bool operator==(const WaitWorkload&) const = default;
};

/// Burns CPU until a deadline.
struct SpinWorkload {
    Length ms = 1.0;
    double spread_ms = 0;
    bool operator==(const SpinWorkload&) const = default;
};

/// A transformer-like forward on an OpenCL 1.2+ device: batch 1, nine kernels a layer.
/// Its size is either written (`hidden` and `layers`) or found for `target_ms` once per machine.
struct OpenClWorkload {
    int sequence = 128;               ///< tokens: 16 … 1024, a multiple of 16
    std::optional<double> target_ms;  ///< 0.2 … 10,000
    std::optional<int> hidden;        ///< 64 … 4096, a multiple of 64
    std::optional<int> layers;        ///< 1 … 96
    std::string device;               ///< part of a platform or device name; empty: the first one
    int unit = 0;                     ///< which part of a CPU-type device, 0 … 63
    bool operator==(const OpenClWorkload&) const = default;
};

/// A callable in the user's interpreter: `module:function`.
/// With `setup` it is called as call(state, seed), else as call(seed).
struct PythonWorkload {
    std::string call;
    std::string setup;  ///< setup() → state; empty: none
    std::string check;  ///< check(result) → bytes or int that stand for the answer; empty: pickle
    std::string teardown;           ///< teardown(state); empty: none
    std::vector<std::string> path;  ///< put in front of sys.path, relative to the experiment file
    bool operator==(const PythonWorkload&) const = default;
};

/// The mails of a batch: a made one by name, made mails of one size, or pages of a corpus.
struct MailBatch {
    std::string made = "page";  ///< "page", "chunk", "mailbox", "large", "mixed"; empty: below
    std::string corpus;         ///< a folder, a Maildir or an mbox, relative to the experiment file
    int messages = 16;          ///< in a batch, 1 … 100,000; where none is named
    int bytes = 800;            ///< of each made mail, 200 … 64 MiB; without a corpus
    bool operator==(const MailBatch&) const = default;
};

/// What bounds a message; more is an error in its slot. Defaults as the parsers'.
struct MailLimits {
    int message_bytes = 64 << 20;
    int header_bytes = 256 << 10;
    int boundary_bytes = 998;
    int parts = 10'000;
    int depth = 100;
    bool operator==(const MailLimits&) const = default;
};

/// One call that parses a batch of mails by a scheduling policy, in a native host.
struct MailWorkload {
    std::string parser = "mimetic";  ///< "mimetic", "gmime", "spin"
    MailBatch mails;
    std::string mode = "full";       ///< "full", "lazy", "metadata"
    std::string structure = "flat";  ///< "flat", "tree"
    bool strict = false;             ///< a message with a defect is an error; not with metadata
    std::optional<int> threads;  ///< upper bound of workers, 1 … 256; none: the CPUs there are
    std::optional<int> assumed_cpus;  ///< what counting the CPUs is taken to have found, 1 … 256
    std::string cap = "bytes";        ///< "count", "bytes", "cost"
    int bytes_per_worker = 65'536;    ///< of cap "bytes", 1 … 1 GiB
    std::optional<CostModel> cost;    ///< of cap "cost"; none: fitted once per machine
    std::string caller = "works";     ///< "joins", "works"
    std::string probe = "cached";     ///< "per-call", "cached"
    std::string claiming = "single";  ///< "single", "guided"
    std::string workers = "spawned";  ///< "spawned", "pool"
    double spin_us_per_kib = 1.1;     ///< of the spin parser, 0 … 1e6
    double spin_us_per_message = 0.3;
    MailLimits limits;
    bool operator==(const MailWorkload&) const = default;
};

/// What one request does.
using Workload =
    std::variant<WaitWorkload, SpinWorkload, OpenClWorkload, PythonWorkload, MailWorkload>;

/// The kind as it is written in the file: "wait", "spin", "opencl", "python", "mail".
std::string_view kind_of(const Workload& workload);

/// Reads one workload object that has been validated (as to_json wrote it, or as it stands in a
/// sealed experiment). Error: kind experiment, with the pointer inside the object.
Result<Workload> parse_workload(std::string_view json);

/// The workload as canonical JSON, defaults written out.
std::string to_json(const Workload& workload);

}  // namespace stallscope
