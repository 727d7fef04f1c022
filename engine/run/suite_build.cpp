// SPDX-License-Identifier: Apache-2.0
#include "run/suite_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "plan/seal.h"
#include "plan/wording.h"
#include "run/suite_command.h"
#include "suite/salts.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

std::string place_of(const Suite& suite, Side side, int salt) {
    return suite.salts.build && suite.salts.count > 1
               ? fmt::format("{}, salt {}", to_text(side), salt)
               : std::string(to_text(side));
}

bool add_file(Sha256& sum, const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return false;
    std::string piece(1 << 16, '\0');
    std::uint64_t bytes = 0;
    while (stream) {
        stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        const auto got = static_cast<std::size_t>(stream.gcount());
        sum.add(std::string_view(piece.data(), got));
        bytes += got;
    }
    // Where one file ends and the next begins counts too.
    sum.add(fmt::format("\n{}\n", bytes));
    return stream.eof();
}

/// Every file in the folder by its relative name.
bool add_folder(Sha256& sum, const fs::path& folder) {
    std::set<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->is_regular_file(error)) files.insert(entry->path());
    }
    if (error || files.empty()) return false;
    return std::all_of(files.begin(), files.end(), [&](const fs::path& file) {
        sum.add(fs::relative(file, folder, error).generic_string());
        return add_file(sum, file);
    });
}

Result<void> build_one(const Suite& suite, Side side, int salt, const Control& control) {
    const SuiteSide& of = suite.side(side);
    ChildPlan plan;
    plan.argv = words_of(of.build, side, salt, {});
    plan.env = build_environment(suite, side, salt);
    plan.cwd = folder_of(suite, side).string();
    const auto built =
        run_suite_command(plan, suite.build_limit_s, "the build", place_of(suite, side, salt),
                          "Raise \"build_limit_s\".", control);
    if (!built) return tl::unexpected(built.error());
    return {};
}

/// Two salts of one side that gave the same files.
Result<void> check_salts_differ(const Suite& suite, const SuiteHashes& hashes) {
    if (!suite.salts.build) return {};
    for (const Side side : {Side::base, Side::head}) {
        const auto& of = hashes.of[static_cast<std::size_t>(side)];
        for (std::size_t a = 0; a < of.size(); ++a)
            for (std::size_t b = a + 1; b < of.size(); ++b)
                if (of[a] == of[b])
                    return fail(
                        ErrorKind::measurement,
                        fmt::format("salts {} and {} gave the same files: one build would count "
                                    "twice",
                                    a, b),
                        std::string(to_text(side)),
                        "The build command must use STALLSCOPE_SALT, for instance for the order "
                        "of the objects it links; or take salts by \"environment\" only.");
    }
    return {};
}

}  // namespace

const std::string& SuiteHashes::at(Side side, int salt) const {
    const auto& found = of[static_cast<std::size_t>(side)];
    return found[found.size() == 1 ? 0 : static_cast<std::size_t>(salt)];
}

fs::path folder_of(const Suite& suite, Side side) {
    return (suite.directory / suite.side(side).cwd).lexically_normal();
}

Result<std::string> hash_of_side(const Suite& suite, Side side, int salt) {
    Sha256 sum;
    SuiteCommand names;
    names.argv = suite.side(side).files;
    for (const std::string& name : words_of(names, side, salt, {})) {
        const fs::path file = folder_of(suite, side) / name;
        std::error_code ignored;
        const bool read =
            fs::is_directory(file, ignored) ? add_folder(sum, file) : add_file(sum, file);
        if (!read)
            return fail(ErrorKind::measurement,
                        "a file that is measured is missing, empty or not readable",
                        place_of(suite, side, salt) + ", " + file.string(),
                        suite.side(side).build.empty()
                            ? "Build it first, or give the side a \"build\" command."
                            : "Does the build write it there?");
    }
    return sum.hex();
}

Result<SuiteHashes> build_suite(const Suite& suite, const SuiteProgress& progress,
                                const Control& control) {
    SuiteHashes hashes;
    const int builds = suite.salts.build ? suite.salts.count : 1;
    for (int salt = 0; salt < builds; ++salt) {
        for (const Side side : {Side::base, Side::head}) {
            if (!suite.side(side).build.empty()) {
                progress("building " + place_of(suite, side, salt));
                if (auto built = build_one(suite, side, salt, control); !built)
                    return tl::unexpected(built.error());
            }
            auto hash = hash_of_side(suite, side, salt);
            if (!hash) return tl::unexpected(hash.error());
            hashes.of[static_cast<std::size_t>(side)].push_back(std::move(*hash));
        }
    }
    if (auto differ = check_salts_differ(suite, hashes); !differ)
        return tl::unexpected(differ.error());
    if (auto kept = check_unchanged(suite, hashes); !kept) {
        Error error = kept.error();
        error.hint =
            "A later build wrote over it. Keep builds apart: \"{salt}\" and \"{side}\" may stand "
            "in \"files\", STALLSCOPE_SALT and STALLSCOPE_SIDE in commands.";
        return tl::unexpected(std::move(error));
    }
    return hashes;
}

bool builds_are_equal(const SuiteHashes& hashes) {
    const auto& base = hashes.of[0];
    const auto& head = hashes.of[1];
    for (std::size_t salt = 0; salt < std::min(base.size(), head.size()); ++salt)
        if (base[salt] == head[salt]) return true;
    return false;
}

Result<void> check_unchanged(const Suite& suite, const SuiteHashes& hashes) {
    const int builds = static_cast<int>(hashes.of[0].size());
    for (int salt = 0; salt < builds; ++salt) {
        for (const Side side : {Side::base, Side::head}) {
            const auto now = hash_of_side(suite, side, salt);
            if (!now) return tl::unexpected(now.error());
            if (*now != hashes.at(side, salt))
                return fail(ErrorKind::measurement,
                            "what is measured is not what was built: its files changed",
                            place_of(suite, side, salt),
                            "Let nothing write there while it is measured.");
        }
    }
    return {};
}

}  // namespace stallscope
