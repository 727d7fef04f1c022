// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

#include "plan/result.h"
#include "record/sqlite.h"

namespace stallscope {

/// Groups what is stored into transactions. A step that fails is undone alone: what came before it
/// in the same transaction is kept, unless the database had to give up all of it.
class RunTransaction {
public:
    explicit RunTransaction(const sqlite::Database& database) : m_database(&database) {}

    /// Runs `body` as one step. Commits at once when `now` is set, or when the transaction has
    /// been open for nearly a second.
    Result<void> store(std::string_view while_doing, bool now,
                       const std::function<Result<void>()>& body);
    Result<void> commit();

private:
    Result<void> begin();
    const sqlite::Database* m_database;
    std::chrono::steady_clock::time_point m_begun;
};

}  // namespace stallscope
