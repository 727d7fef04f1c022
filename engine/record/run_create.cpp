// SPDX-License-Identifier: Apache-2.0
#include "record/run_create.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "record/run_clock.h"
#include "record/run_schema.h"
#include "record/sqlite.h"

namespace stallscope {

namespace {

constexpr std::string_view creating = "Creating the run file";

Result<void> fill(const sqlite::Database& database, const Seal& seal, std::string_view environment,
                  std::string_view facts) {
    const std::int64_t now_ns = unix_now_ns();
    const auto then = [](Result<void> before, const auto& next) {
        return before ? next() : before;
    };
    // Created in the mode in which it is written: the change from one journal to the other is a
    // moment at which a kill would leave the file half-way.
    Result<void> done =
        database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", creating);
    done = then(done, [&] { return database.execute("BEGIN IMMEDIATE", creating); });
    done = then(done, [&] { return database.execute(run_schema::statements(), creating); });
    done = then(done, [&] { return database.require_json_object(environment, "environment"); });
    done = then(done, [&] { return database.require_json_object(facts, "object of run facts"); });
    done = then(done, [&] {
        return database
            .prepare(
                "INSERT INTO experiment(id, text, sha256, sealed_at, engine) "
                "VALUES (1, ?, ?, ?, ?)")
            .bind(1, std::string_view(seal.text))
            .bind(2, std::string_view(seal.sha256))
            .bind(3, std::string_view(iso8601_utc(now_ns)))
            .bind(4, std::string_view(STALLSCOPE_VERSION))
            .run(creating);
    });
    done = then(done, [&] {
        return database.prepare("INSERT INTO environment(at_unix_ns, json) VALUES (?, ?)")
            .bind(1, now_ns)
            .bind(2, environment)
            .run(creating);
    });
    // One row per key. `->` gives the value's own text; a key that has a quote in it cannot be
    // named in a path, so there the text is made from the value.
    done = then(done, [&] {
        return database
            .prepare(
                "INSERT INTO facts(at_unix_ns, key, json) "
                "SELECT ?1, key, coalesce(?2 -> fullkey, CASE "
                "WHEN type IN ('object', 'array') THEN value "
                "WHEN type IN ('true', 'false', 'null') THEN type "
                "ELSE json_quote(value) END) FROM json_each(?2)")
            .bind(1, now_ns)
            .bind(2, facts)
            .run(creating);
    });
    return then(done, [&] { return database.execute("COMMIT", creating); });
}

void remove_with_journals(const std::filesystem::path& database) {
    for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
        std::error_code ignored;
        std::filesystem::remove(database.string() + suffix, ignored);
    }
}

// Gives `made` its name unless that name is taken.
Result<void> put_in_place(const std::filesystem::path& made, const std::filesystem::path& file) {
    if (link(made.c_str(), file.c_str()) == 0) {
        unlink(made.c_str());
        return {};
    }
    const int reason = errno;
    if (reason != EEXIST && access(file.c_str(), F_OK) != 0 &&
        rename(made.c_str(), file.c_str()) == 0) {
        return {};  // a file system without hard links; we hold the run's lock
    }
    unlink(made.c_str());
    return fail(ErrorKind::measurement,
                fmt::format("the run file cannot be put in place: {}", std::strerror(reason)),
                file.string(), "Choose another name or folder");
}

}  // namespace

Result<void> create_run_file(const std::filesystem::path& file, const Seal& seal,
                             std::string_view environment, std::string_view facts) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) {
        return fail(ErrorKind::measurement, "the file exists already", file.string(),
                    "Choose another name, or go on with it: `stallscope resume`");
    }
    std::filesystem::path making = file;
    making += "-new";
    // Left by somebody who was killed while creating: we hold the lock, so nobody is at it.
    remove_with_journals(making);

    Result<sqlite::Database> database = sqlite::Database::open(making, sqlite::Access::create);
    if (!database) {
        return tl::unexpected<Error>(database.error());
    }
    Result<void> filled = fill(*database, seal, environment, facts);
    if (filled) {
        filled = database->close();
    }
    if (!filled) {
        *database = sqlite::Database();
        remove_with_journals(making);
        Error error = filled.error();
        error.where = file.string();
        return tl::unexpected<Error>(std::move(error));
    }
    return put_in_place(making, file);
}

}  // namespace stallscope
