// SPDX-License-Identifier: Apache-2.0
#pragma once

// The tables of a run file, and how the rows of one stream in one visit lie together.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::run_schema {

/// A row's id holds the visit, the stream and a running number, so that the rows of one stream in
/// one visit are a contiguous range of the table: reading them is one scan, without any index to
/// be kept while rows come in.
inline constexpr int sequence_bits = 30;
inline constexpr int stream_bits = 12;
inline constexpr std::int64_t most_rows = (std::int64_t{1} << sequence_bits) - 1;
inline constexpr std::int64_t most_streams = (std::int64_t{1} << stream_bits) - 1;
inline constexpr std::int64_t most_visits = (std::int64_t{1} << 20) - 1;

/// First id of a stream's rows in a visit; the last one is first_id + most_rows.
constexpr std::int64_t first_id(std::int64_t visit, std::int64_t stream) {
    return (visit << (sequence_bits + stream_bits)) | (stream << sequence_bits);
}
/// Last id that any stream's rows in a visit can have.
constexpr std::int64_t last_id_of_visit(std::int64_t visit) {
    return first_id(visit + 1, 0) - 1;
}

/// Columns of `requests` and `calls` after id, visit and stream, comma-separated, in the order in
/// which they are bound and read.
extern const std::string_view request_columns;
extern const std::string_view call_columns;
inline constexpr int request_column_count = 27;
inline constexpr int call_column_count = 9;

/// Every table of the file, in the order in which they are made.
extern const std::array<std::string_view, 15> tables;

/// Selects id and name of the streams with rows in visit ?1, by id.
std::string streams_of_visit();

/// All statements that make an empty run file of run_file_version, triggers against update and
/// delete included.
std::string statements();

}  // namespace stallscope::run_schema
