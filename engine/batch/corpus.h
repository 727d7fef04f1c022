// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/mail_parser.h"
#include "plan/result.h"

namespace stallscope {

/// Messages, each in a buffer of its own.
struct Corpus {
    std::vector<std::string> messages;
    /// What lay there and is no message, as sentences with the place: an empty file, bytes before
    /// the first "From " line of an mbox. Never fatal.
    std::vector<std::string> notes;

    std::vector<std::string_view> views() const;
    std::size_t bytes() const;
};

/// Opens what `path` is: a Maildir (a folder with cur and new), any other folder (its *.eml, below
/// it as well), or a file: an mbox when it begins with "From ", else one message. In the order of
/// the files' names. Stops at `most` messages. Error (kind experiment): nothing there, no message
/// in it, not readable, more than 4 GiB.
Result<Corpus> open_corpus(const std::filesystem::path& path, std::size_t most = 1'000'000);

/// The messages of an mbox (RFC 4155): from "From " lines that begin the text or follow an empty
/// line. ">From " (mboxrd) loses one ">". Line ends stay as they are.
Corpus split_mbox(std::string_view text);

/// What a corpus is like, for the run's record. Sizes in bytes; quantiles are nearest-rank.
struct CorpusDescription {
    std::size_t messages = 0;
    std::size_t bytes = 0;
    std::size_t least = 0, p10 = 0, median = 0, p90 = 0, p99 = 0, most = 0;
    std::size_t multipart = 0;  ///< messages with more than one leaf, or a container
    int deepest = 0;            ///< containers within each other
    int most_parts = 0;         ///< leaves of one message
    std::size_t errors = 0;     ///< messages that the parser did not read
    /// How many messages use each Content-Transfer-Encoding at the top, and show each defect.
    std::map<std::string, std::size_t> encodings;
    std::map<std::string, std::size_t> defects;
    std::string sha256;  ///< over the messages in order, each preceded by its length
};

/// Reads every message once with `parser` for the structure; sizes and digest need none.
CorpusDescription describe(std::span<const std::string_view> messages, const MailParser& parser);

/// SHA-256 as in CorpusDescription, 64 lower-case hexadecimal digits.
std::string corpus_sha256(std::span<const std::string_view> messages);

}  // namespace stallscope
