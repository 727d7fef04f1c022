// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/result.h"
#include "plan/seal.h"
#include "record/rows.h"

namespace stallscope {

class RunLock;

inline constexpr int run_file_application_id = 0x5354534c;  // "STSL"
inline constexpr int run_file_version = 1;

/// Writes one run. Rows are only ever added. Every function that stores returns an error when the
/// disk is full or the file is gone; what was committed before stays.
class RunWriter {
public:
    /// A new file; refuses to replace one. Schema, sealed experiment, environment and run facts are
    /// checkpointed into the main file before it returns.
    /// `environment` and `facts` are JSON objects.
    static Result<RunWriter> create(const std::filesystem::path& file, const Seal& seal,
                                    std::string_view environment, std::string_view facts);
    /// An existing run, to measure what is missing. Takes an exclusive lock: a second writer is an
    /// error.
    static Result<RunWriter> open(const std::filesystem::path& file);
    RunWriter(RunWriter&&) noexcept;
    RunWriter& operator=(RunWriter&&) noexcept;
    ~RunWriter();  ///< commits; does not close the journal properly, use close()

    /// Run facts beside the seal: "measured_lengths", "sizes", "interpreters", "answers"… One JSON
    /// value per key; a key is written once, a later one is added beside it with its time.
    Result<void> add_fact(std::string_view key, std::string_view json);
    Result<void> add_check(std::string_view name, bool passed, std::string_view says,
                           std::string_view figures_json);
    Result<void> add_finding(std::string_view id, std::string_view severity, std::string_view where,
                             std::string_view says, std::string_view advice);
    Result<void> add_event(std::string_view json);  ///< what happened, with wall-clock time

    Result<std::int64_t> begin_visit(const VisitRow& visit);
    Result<void> set_origin(std::int64_t visit, std::int64_t origin_ns);
    Result<void> add_requests(std::int64_t visit, std::string_view stream,
                              std::span<const RequestRow> rows);
    Result<void> add_calls(std::int64_t visit, std::string_view stream,
                           std::span<const CallRow> rows);
    Result<void> add_samples(std::int64_t visit, std::span<const SampleRow> rows);
    /// Commits, counts and digests the visit's rows, writes visit_ends, truncates the WAL.
    Result<void> end_visit(std::int64_t visit, const VisitEnd& end);
    /// Call at least once a second while rows come in.
    Result<void> commit();

    /// "complete", "cancelled", "failed", "partial"; the last one written counts.
    Result<void> set_status(std::string_view status, std::string_view reason = {});
    /// Leaves a plain single file (no -wal, no -shm). While somebody reads the run at that moment,
    /// the log stays beside it, with nothing in it that is not in the file.
    Result<void> close();

private:
    struct State;
    explicit RunWriter(std::unique_ptr<State> state);
    static Result<RunWriter> take_over(RunLock lock, const std::filesystem::path& file);
    std::unique_ptr<State> m_state;
};

struct StoredVisit {
    VisitRow visit;
    std::optional<VisitEnd> end;  ///< none: partial
    std::int64_t requests = 0;    ///< row counts as counted when it ended (or now, if partial)
    std::int64_t calls = 0;
    std::string rows_sha256;  ///< as stored
};

struct StoredCheck {
    std::string name;
    bool passed = false;
    std::string says, figures;
};

struct StoredFinding {
    std::string id, severity, where, says, advice;
};

/// Reads a run file, also one whose engine was killed, also while it is being written. Never
/// writes, never runs anything. A file that is no run, a newer version or a damaged one is an
/// error that says so. May be asked from several threads at once: each then has a connection of its
/// own, but where there can be only one they wait for each other.
class RunReader {
public:
    static Result<RunReader> open(const std::filesystem::path& file);
    RunReader(RunReader&&) noexcept;
    RunReader& operator=(RunReader&&) noexcept;
    ~RunReader();

    Result<std::string> sealed_text() const;
    Result<std::string> sealed_sha256() const;
    Result<std::string> sealed_at() const;  ///< ISO 8601, UTC
    Result<std::string> engine_version() const;
    Result<std::string> environment() const;               ///< JSON object
    Result<std::string> fact(std::string_view key) const;  ///< JSON; "null" when it was not stored
    Result<std::vector<std::string>> fact_keys() const;    ///< sorted, each once
    /// The last status written; "partial" when there is none.
    Result<std::string> status() const;
    Result<std::string> status_reason() const;
    Result<std::vector<StoredVisit>> visits() const;  ///< in the order they were started
    Result<std::vector<StoredCheck>> checks() const;
    Result<std::vector<StoredFinding>> findings() const;
    Result<std::vector<std::string>> events() const;  ///< JSON, in the order they were added
    Result<std::vector<RequestRow>> requests(std::int64_t visit, std::string_view stream) const;
    /// The same rows, a few of their columns: reading takes half the time.
    Result<std::vector<RequestTimes>> request_times(std::int64_t visit,
                                                    std::string_view stream) const;
    Result<std::vector<CallRow>> calls(std::int64_t visit, std::string_view stream) const;
    Result<std::vector<SampleRow>> samples(std::int64_t visit) const;
    /// Streams that have request rows or calls in this visit, sorted.
    Result<std::vector<std::string>> streams(std::int64_t visit) const;
    /// SHA-256 of the visit's rows as they are now, same procedure as end_visit.
    Result<std::string> digest(std::int64_t visit) const;

    /// Ends what other threads read at this moment, and all reading of many rows from now on, with
    /// an error of kind cancelled: whoever waits for it closes the window over the run.
    void stop() const;

private:
    struct State;
    explicit RunReader(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace stallscope
