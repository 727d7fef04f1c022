// SPDX-License-Identifier: Apache-2.0
#include "record/run_open.h"

#include <fmt/format.h>

#include <string>

#include "record/run_file.h"
#include "record/run_recovery.h"
#include "record/run_schema.h"

namespace stallscope {

namespace {

constexpr std::string_view opening = "Opening the run file";

tl::unexpected<Error> no_run(const std::filesystem::path& file, std::string says) {
    return fail(ErrorKind::usage, std::move(says), file.string(),
                "Name a run file: they end in .stallscope and are made by `stallscope run`");
}

tl::unexpected<Error> cut_short(const std::filesystem::path& file) {
    return fail(ErrorKind::stale, "the run file is damaged or was cut short", file.string(),
                "Take it again from where it was copied");
}

Result<void> look_at(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found) {
        return no_run(file, "there is no such file");
    }
    if (error) {
        return fail(ErrorKind::measurement, "the file cannot be looked at: " + error.message(),
                    file.string(), "Look at the rights of the file and of the folders above it");
    }
    if (std::filesystem::is_directory(status)) {
        return no_run(file, "this is a folder, not a run file");
    }
    if (!std::filesystem::is_regular_file(status)) {
        return no_run(file, "this is no regular file");
    }
    if (std::filesystem::file_size(file, error) == 0 && !error) {
        return no_run(file, "the file is empty");
    }
    return {};
}

// Views and virtual tables in a run file could run whatever their author wanted: the tables must
// be plain ones.
Result<void> check_tables(const sqlite::Database& database, const std::filesystem::path& file) {
    for (const std::string_view table : run_schema::tables) {
        sqlite::Statement find = database.prepare(
            "SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND rootpage > 0");
        const Result<bool> found = find.bind(1, table).step(opening);
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        if (!*found) {
            return fail(ErrorKind::stale, fmt::format("the run has no table \"{}\"", table),
                        file.string(), "The file was altered; take it again from its origin");
        }
    }
    return {};
}

Result<void> check_identity(const sqlite::Database& database, const std::filesystem::path& file) {
    const Result<std::int64_t> application = database.integer("PRAGMA application_id", opening);
    if (!application) {
        return tl::unexpected<Error>(application.error());
    }
    if (*application != run_file_application_id) {
        return no_run(file, "this is a database of another program, not a run file");
    }
    const Result<std::int64_t> version = database.integer("PRAGMA user_version", opening);
    if (!version) {
        return tl::unexpected<Error>(version.error());
    }
    if (*version > run_file_version) {
        return fail(ErrorKind::usage,
                    fmt::format("the run file has format {}, this program reads up to {}", *version,
                                run_file_version),
                    file.string(), "Use a newer Stallscope");
    }
    if (*version < 1) {
        return fail(ErrorKind::stale,
                    fmt::format("the run file has no valid format ({})", *version), file.string(),
                    "The file was altered; take it again from its origin");
    }
    return check_tables(database, file);
}

// A journal of this kind lies beside the file and has something in it.
bool has_journal(const std::filesystem::path& file, const char* suffix) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file.string() + suffix, error);
    return !error && bytes > 0;
}

// SQLite itself forgives a last page that is not all there.
Result<void> check_length(const sqlite::Database& database, const std::filesystem::path& file) {
    const Result<std::int64_t> pages = database.integer("PRAGMA page_count", opening);
    const Result<std::int64_t> page_bytes = database.integer("PRAGMA page_size", opening);
    if (!pages || !page_bytes) {
        return tl::unexpected<Error>(pages ? page_bytes.error() : pages.error());
    }
    if (has_journal(file, "-wal")) {
        return {};  // the last pages may be in there
    }
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    return !error && bytes < static_cast<std::uintmax_t>(*pages * *page_bytes)
               ? Result<void>(cut_short(file))
               : Result<void>();
}

}  // namespace

Result<sqlite::Database> open_run_database(const std::filesystem::path& file,
                                           sqlite::Access access) {
    const Result<void> looked = look_at(file);
    if (!looked) {
        return tl::unexpected<Error>(looked.error());
    }
    Result<sqlite::Database> database = sqlite::Database::open(file, access);
    if (!database) {
        return database;
    }
    // Reads the first page, and the log where there is one.
    const Result<std::int64_t> first =
        database->integer("SELECT count(*) FROM sqlite_master", opening);
    if (!first) {
        const int code = sqlite3_errcode(database->handle()) & 0xff;
        if (code == SQLITE_NOTADB) {
            return no_run(file, "this is no run file (and no database)");
        }
        if (code == SQLITE_CORRUPT) {
            return cut_short(file);
        }
        // Recovery is due or the folder cannot be written, and a reader writes neither.
        const bool may_not_write = code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
        if (access != sqlite::Access::read || !may_not_write) {
            return tl::unexpected<Error>(first.error());
        }
        const bool unfinished = has_journal(file, "-wal") || has_journal(file, "-journal");
        database =
            unfinished ? open_recovered_copy(file) : sqlite::Database::open(file, access, true);
        if (!database) {
            return database;
        }
    }
    Result<void> checked = check_identity(*database, file);
    checked = checked ? check_length(*database, file) : checked;
    if (!checked) {
        return tl::unexpected<Error>(checked.error());
    }
    return database;
}

}  // namespace stallscope
