// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plan/result.h"
#include "plan/seal.h"
#include "record/sqlite.h"

namespace stallscope {

/// Rows of one visit in each table.
struct VisitCounts {
    std::int64_t requests = 0, calls = 0, samples = 0, stacks = 0;
};

/// SHA-256 over everything that is stored of one visit. The bytes, in this order:
///
///   "stallscope visit rows 1\n"
///   for each part:  'P' name '\n', then for each of its rows in the order of its key:
///                   'R', then for each column:
///                       'N'                          NULL
///                       'I' 8 bytes                  integer, two's complement, little-endian
///                       'F' 8 bytes                  IEEE 754 double, little-endian
///                       'T' 8 bytes length, bytes    text, UTF-8
///                       'B' 8 bytes length, bytes    blob
///
/// Parts: visits, origins, streams (number and name of those with rows in the visit), requests,
/// calls, samples, stacks, visit_ends. All columns as they stand in the table; of visit_ends all
/// but rows_sha256; a visit without an end has no row there. Whoever wants to check a file with
/// other tools can: there is nothing in it but the rows.
class VisitDigest {
public:
    VisitDigest(const sqlite::Database& database, std::int64_t visit);
    /// Everything before visit_ends; returns how many rows there are.
    Result<VisitCounts> add_rows();
    /// The visit's row in visit_ends as it stands there now.
    Result<void> add_end();
    std::string hex() { return m_sum.hex(); }

private:
    Result<std::int64_t> add_part(std::string_view name, std::string_view sql);
    const sqlite::Database& m_database;
    std::int64_t m_visit;
    Sha256 m_sum;
};

}  // namespace stallscope
