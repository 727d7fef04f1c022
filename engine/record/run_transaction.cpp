// SPDX-License-Identifier: Apache-2.0
#include "record/run_transaction.h"

namespace stallscope {

Result<void> RunTransaction::begin() {
    if (m_database->file_has_moved()) {
        return fail(ErrorKind::measurement,
                    "the run file was removed, renamed or replaced while it was written",
                    m_database->file().string(), "Leave a run's files alone until it has finished");
    }
    if (m_database->in_transaction()) {
        return {};
    }
    m_begun = std::chrono::steady_clock::now();
    return m_database->execute("BEGIN IMMEDIATE", "Storing rows");
}

Result<void> RunTransaction::store(std::string_view while_doing, bool now,
                                   const std::function<Result<void>()>& body) {
    const Result<void> begun = begin();
    if (!begun) {
        return begun;
    }
    Result<void> done = m_database->execute("SAVEPOINT step", while_doing);
    if (done) {
        done = body();
        if (done) {
            done = m_database->execute("RELEASE step", while_doing);
        } else if (m_database->in_transaction()) {
            // Not the first error any more: that one is what the caller should hear.
            static_cast<void>(m_database->execute("ROLLBACK TO step; RELEASE step", while_doing));
        }
    }
    if (!done) {
        return done;
    }
    constexpr auto longest_open = std::chrono::milliseconds(900);
    if (now || std::chrono::steady_clock::now() - m_begun > longest_open) {
        return commit();
    }
    return {};
}

Result<void> RunTransaction::commit() {
    if (m_database->file_has_moved()) {
        return begin();  // says so
    }
    return m_database->in_transaction() ? m_database->execute("COMMIT", "Committing rows")
                                        : Result<void>();
}

}  // namespace stallscope
