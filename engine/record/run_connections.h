// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "record/sqlite.h"

namespace stallscope {

/// The connections of one reader. Each serves one thread at a time; who finds none free gets
/// another one, or waits where there can be no other: the run was recovered into a private copy,
/// or its file was moved or replaced since.
class RunConnections {
public:
    explicit RunConnections(sqlite::Database first);

    /// A connection, until it goes out of scope. Borrow one at a time.
    class Loan {
    public:
        Loan(RunConnections& owner, sqlite::Database database)
            : m_owner(owner), m_database(std::move(database)) {}
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        ~Loan() { m_owner.give_back(std::move(m_database)); }
        const sqlite::Database& operator*() const { return m_database; }
        const sqlite::Database* operator->() const { return &m_database; }

    private:
        RunConnections& m_owner;
        sqlite::Database m_database;
    };
    Loan borrow();

    /// Statements that run or are run later end with an error of kind cancelled, but for those
    /// that take no time. From any thread; there is no way back.
    void stop() { m_stopped = true; }

private:
    void let_stop(const sqlite::Database& database);
    void give_back(sqlite::Database database);
    bool is_the_file(const sqlite::Database& database) const;

    std::filesystem::path m_file;
    dev_t m_device = 0;
    ino_t m_inode = 0;
    std::atomic<bool> m_stopped{false};
    std::mutex m_mutex;
    std::condition_variable m_one_is_free;
    std::vector<sqlite::Database> m_free;
    bool m_more = false;  ///< further connections can be opened
};

}  // namespace stallscope
