// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "plan/result.h"
#include "record/rows.h"
#include "record/sqlite.h"

namespace stallscope {

/// The rows of one stream in one visit, in the order in which they were added. None when there is
/// no such stream or visit.
Result<std::vector<RequestRow>> request_rows(const sqlite::Database& database, std::int64_t visit,
                                             std::string_view stream);
Result<std::vector<RequestTimes>> request_times(const sqlite::Database& database,
                                                std::int64_t visit, std::string_view stream);
Result<std::vector<CallRow>> call_rows(const sqlite::Database& database, std::int64_t visit,
                                       std::string_view stream);

}  // namespace stallscope
