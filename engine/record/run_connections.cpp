// SPDX-License-Identifier: Apache-2.0
#include "record/run_connections.h"

#include <sys/stat.h>

#include "record/run_open.h"

namespace stallscope {

RunConnections::RunConnections(sqlite::Database first) : m_file(first.file()) {
    struct stat status {};
    if (!first.is_copy() && ::stat(m_file.c_str(), &status) == 0) {
        m_device = status.st_dev;
        m_inode = status.st_ino;
        m_more = is_the_file(first);
    }
    let_stop(first);
    m_free.push_back(std::move(first));
}

void RunConnections::let_stop(const sqlite::Database& database) {
    // Some milliseconds of work between two looks: the price is not measurable.
    constexpr int instructions = 100'000;
    sqlite3_progress_handler(
        database.handle(), instructions,
        [](void* stopped) { return static_cast<std::atomic<bool>*>(stopped)->load() ? 1 : 0; },
        &m_stopped);
}

RunConnections::Loan RunConnections::borrow() {
    std::unique_lock lock(m_mutex);
    if (m_free.empty() && m_more) {
        lock.unlock();
        Result<sqlite::Database> another = open_run_database(m_file, sqlite::Access::read);
        if (another && !another->is_copy() && is_the_file(*another)) {
            let_stop(*another);
            return {*this, std::move(*another)};
        }
        lock.lock();
        m_more = false;
    }
    m_one_is_free.wait(lock, [&] { return !m_free.empty(); });
    sqlite::Database database = std::move(m_free.back());
    m_free.pop_back();
    return {*this, std::move(database)};
}

void RunConnections::give_back(sqlite::Database database) {
    {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(database));
    }
    m_one_is_free.notify_one();
}

// A file of the same name may be another run by now.
bool RunConnections::is_the_file(const sqlite::Database& database) const {
    struct stat status {};
    return ::stat(m_file.c_str(), &status) == 0 && status.st_dev == m_device &&
           status.st_ino == m_inode && !database.file_has_moved();
}

}  // namespace stallscope
