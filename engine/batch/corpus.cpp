// SPDX-License-Identifier: Apache-2.0
#include "batch/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <optional>
#include <sstream>
#include <system_error>

#include "batch/ascii.h"

namespace stallscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{4} << 30U;

std::optional<std::string> content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    // An empty file is no failure of writing it.
    if (!in || (in.peek() != std::ifstream::traits_type::eof() && !(text << in.rdbuf()))) {
        return std::nullopt;
    }
    return std::move(text).str();
}

bool is_maildir(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "cur", ignored) && fs::is_directory(folder / "new", ignored);
}

// Files of a folder in the order of their names; of a Maildir whatever they are called.
std::vector<fs::path> files_in(const fs::path& folder, std::error_code& error) {
    std::vector<fs::path> files;
    const auto add = [&](const fs::path& from, bool only_eml) {
        fs::recursive_directory_iterator entry(from, error);
        for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
            std::error_code ignored;
            if (!entry->is_regular_file(ignored)) continue;
            if (!only_eml || lowered(entry->path().extension().string()) == ".eml") {
                files.push_back(entry->path());
            }
        }
    };
    const bool maildir = is_maildir(folder);
    if (maildir) {
        add(folder / "cur", false);
        if (!error) add(folder / "new", false);
    } else {
        add(folder, true);
    }
    std::sort(files.begin(), files.end(), [&](const fs::path& a, const fs::path& b) {
        return maildir && a.filename() != b.filename() ? a.filename() < b.filename() : a < b;
    });
    return files;
}

tl::unexpected<Error> unreadable(const fs::path& path, std::string_view why) {
    return fail(ErrorKind::experiment, fmt::format("the corpus cannot be read: {}", why),
                path.string(), "Give a folder with .eml files, a Maildir, an mbox or one mail.");
}

Result<Corpus> from_folder(const fs::path& folder, std::size_t most) {
    std::error_code error;
    const std::vector<fs::path> files = files_in(folder, error);
    if (error) return unreadable(folder, error.message());
    Corpus corpus;
    std::size_t bytes = 0;
    for (const fs::path& file : files) {
        if (corpus.messages.size() == most) break;
        std::optional<std::string> text = content_of(file);
        if (!text || trimmed(*text).empty()) {
            corpus.notes.push_back(
                fmt::format("{}: {}", file.string(), text ? "is empty" : "cannot be read"));
            continue;
        }
        bytes += text->size();
        if (bytes > most_bytes) return unreadable(folder, "more than 4 GiB");
        corpus.messages.push_back(std::move(*text));
    }
    return corpus;
}

Result<Corpus> from_file(const fs::path& file, std::size_t most) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (error) return unreadable(file, error.message());
    if (size > most_bytes) return unreadable(file, "more than 4 GiB");
    std::optional<std::string> text = content_of(file);
    if (!text) return unreadable(file, "no permission, or not a file");
    Corpus corpus;
    if (text->starts_with("From ")) {
        corpus = split_mbox(*text);
        if (corpus.messages.size() > most) corpus.messages.resize(most);
    } else if (!trimmed(*text).empty()) {
        corpus.messages.push_back(std::move(*text));
    }
    return corpus;
}

}  // namespace

std::vector<std::string_view> Corpus::views() const {
    return {messages.begin(), messages.end()};
}

std::size_t Corpus::bytes() const {
    return std::accumulate(
        messages.begin(), messages.end(), std::size_t{0},
        [](std::size_t sum, const std::string& message) { return sum + message.size(); });
}

Result<Corpus> open_corpus(const std::filesystem::path& path, std::size_t most) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return unreadable(path, "there is nothing");
    Result<Corpus> corpus =
        fs::is_directory(status) ? from_folder(path, most) : from_file(path, most);
    if (corpus && corpus->messages.empty()) return unreadable(path, "no message is in it");
    return corpus;
}

}  // namespace stallscope
