// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "batch/corpus.h"

namespace stallscope {

struct GeneratorSettings {
    std::size_t messages = 1000;
    std::uint64_t seed = 1;
    double multipart = 0.08;  ///< share of messages with parts, 0 … 1
};

/// Mail as it comes, the same everywhere for the same seed. Sizes: p10 1.5, median 3.5, p90 9, p99
/// 34 KB, from 0.8 to 120, linear in between; a mail is up to a line shorter than
/// drawn, and one with parts at least 1.5 KB. Well-formed: every parser shows the same. Headers
/// with folded and encoded words, texts in four charsets and all transfer encodings, alternatives,
/// attachments, forwarded messages.
Corpus generate_corpus(const GeneratorSettings& settings);

/// Byte sizes of that distribution: the size at `share` (0 … 1) of all messages.
std::size_t mail_size_at(double share);

/// One plain mail of exactly `bytes` bytes with the headers that no mail lacks; these take up to
/// about 500 bytes, which no mail is shorter than.
std::string plain_mail(std::size_t bytes, std::uint64_t seed);

/// The same with a short text and a file, in base64, which takes the rest; from 3,000 bytes on.
std::string mail_with_file(std::size_t bytes, std::uint64_t seed);

}  // namespace stallscope
