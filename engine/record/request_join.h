// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "record/arena.h"
#include "record/number_set.h"
#include "record/rows.h"

namespace stallscope {

/// What the records of one stream should look like.
struct JoinStream {
    std::string name;
    bool loop = false;              ///< only calls are recorded
    bool stamped = true;            ///< false (instrumentation "off"): only the client records
    std::set<std::uint32_t> lanes;  ///< rings of its threads; empty: any
};

/// Times further than this from the origin (104 days) are garbage. Within it, differences of two
/// stamps cannot overflow and a double holds them exactly.
inline constexpr std::int64_t furthest_ns = std::int64_t{1} << 53;

/// Requests of one stream that wait for their other parts. More than that, and a host is making
/// numbers up.
inline constexpr std::size_t most_pending = 1'000'000;

/// Makes rows of one visit's records. A request is one row: its client's, its dispatcher's and its
/// server's part, joined by stream and number, whatever order they come in and whether it arrived
/// before, in or after the window. Records are untrusted: what does not fit is counted by kind,
/// never dropped silently, and nothing overflows. The kinds:
///
///   client_without_dispatch, client_without_service, dispatch_without_client,
///   dispatch_without_service, service_without_client, service_without_dispatch
///                           a request lacks a part; named after the first part that is there.
///                           Its row is stored, the missing stamps not taken.
///   duplicate_client, duplicate_dispatch, duplicate_service, duplicate_call
///                           a second record of the same part: the first one counts
///   unexpected_client, unexpected_dispatch, unexpected_service, unexpected_call
///                           a kind of record that this stream does not make: not used
///   unknown_kind, unknown_stream, lane_of_other_stream, number_out_of_range
///                           the record is not used
///   too_many_pending        the record is not used
///   out_of_range            a time or size that cannot be: not taken (counted per value)
///   unknown_answer          the row's answer is `error`
class RequestJoin {
public:
    /// `origin_ns`: CLOCK_MONOTONIC of the window's start: the arena's start_ns + lead + warm-up.
    RequestJoin(std::vector<JoinStream> streams, std::int64_t origin_ns);

    void feed(std::string_view stream, const StampRecord& record);

    struct Rows {
        std::map<std::string, std::vector<RequestRow>, std::less<>> requests;  ///< by stream
        std::map<std::string, std::vector<CallRow>, std::less<>> calls;
    };
    /// The rows that have become complete since the last time, in that order.
    Rows take_finished();
    /// No record comes any more: everything that is left, incomplete requests included (by number).
    Rows finish();

    /// Joins that are not 1:1, by kind; final after finish().
    const std::map<std::string, std::int64_t>& unmatched() const { return m_unmatched; }

private:
    struct Pending {
        RequestRow row;
        bool client = false, dispatch = false, service = false;
        bool service_failed = false;
    };
    struct StreamState {
        JoinStream expected;
        std::unordered_map<std::uint64_t, Pending> pending;
        NumberSet emitted;
        std::map<std::uint32_t, NumberSet> calls;  ///< by lane
    };

    void count(const std::string& kind) { ++m_unmatched[kind]; }
    std::int64_t stamp(std::int64_t clock_ns);
    std::int64_t amount(std::int64_t value);
    void feed_call(StreamState& stream, const StampRecord& record);
    void feed_part(StreamState& stream, const StampRecord& record);
    void take_client(Pending& pending, const StampRecord& record);
    void take_dispatch(Pending& pending, const StampRecord& record);
    void take_service(Pending& pending, const StampRecord& record);
    void emit(StreamState& stream, std::uint64_t number, const Pending& pending);
    void count_missing(const Pending& pending, bool stamped);

    std::map<std::string, StreamState, std::less<>> m_streams;
    std::int64_t m_origin_ns;
    Rows m_finished;
    std::map<std::string, std::int64_t> m_unmatched;
};

/// VisitEnd::unmatched: a JSON object, kind → count.
std::string unmatched_json(const std::map<std::string, std::int64_t>& unmatched);

}  // namespace stallscope
