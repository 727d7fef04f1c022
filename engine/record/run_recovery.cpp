// SPDX-License-Identifier: Apache-2.0
#include "record/run_recovery.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace stallscope {

namespace {

class PrivateFolder {
public:
    PrivateFolder() {
        std::error_code error;
        std::string name =
            (std::filesystem::temp_directory_path(error) / "stallscope-XXXXXX").string();
        if (!error && mkdtemp(name.data()) != nullptr) {
            m_path = name;
        }
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    ~PrivateFolder() {
        std::error_code ignored;
        if (!m_path.empty()) {
            std::filesystem::remove_all(m_path, ignored);
        }
    }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

}  // namespace

Result<sqlite::Database> open_recovered_copy(const std::filesystem::path& file) {
    const PrivateFolder folder;
    std::error_code error;
    for (const char* suffix : {"", "-journal", "-wal"}) {
        const std::filesystem::path from = file.string() + suffix;
        if (!folder.path().empty() && !error && std::filesystem::exists(from)) {
            std::filesystem::copy_file(from, folder.path() / (std::string("run") + suffix), error);
        }
    }
    if (folder.path().empty() || error) {
        return fail(ErrorKind::measurement,
                    fmt::format("the run was not closed, and there is no room to recover it: {}",
                                error ? error.message() : std::strerror(errno)),
                    file.string(),
                    "Name a folder with enough space in TMPDIR, or copy the file with those of the "
                    "same name and -wal or -journal to a folder of yours and open it there");
    }
    Result<sqlite::Database> database =
        sqlite::Database::open(folder.path() / "run", sqlite::Access::read_write);
    if (!database) {
        return database;
    }
    // The first read recovers; afterwards nothing is written, not even to the copy.
    const Result<std::int64_t> first =
        database->integer("SELECT count(*) FROM sqlite_master", "Recovering the run");
    const Result<void> frozen = database->execute("PRAGMA query_only = ON", "Recovering the run");
    if (!first || !frozen) {
        Error reason = first ? frozen.error() : first.error();
        reason.where = file.string();
        return tl::unexpected<Error>(std::move(reason));
    }
    database->call_it(file);
    return database;
}

}  // namespace stallscope
