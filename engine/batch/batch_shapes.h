// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "batch/corpus.h"
#include "plan/result.h"

namespace stallscope {

/// A batch that is made, not read.
struct BatchShape {
    std::string name;
    std::string says;  ///< for people
    std::size_t messages = 0;
    std::size_t bytes_each = 0;  ///< 0: sizes of real mail (see mail_generator.h)
    bool with_file = false;      ///< a file in base64 takes most of it
};

/// page (16 × 0.8 KB), chunk (400 × 20 KB), mailbox (2,000 × 0.8 KB), large (16 × 767 KiB, with
/// files), mixed (200, sizes of real mail).
const std::vector<BatchShape>& batch_shapes();

/// Messages of the shape, all different, each in a buffer of its own. Deterministic. Error (kind
/// experiment): a name that nobody knows, and which there are.
Result<Corpus> make_batch(std::string_view shape, std::uint64_t seed);

/// `messages` plain mails of exactly `bytes_each` bytes (see plain_mail).
Corpus make_batch_of(std::size_t messages, std::size_t bytes_each, std::uint64_t seed);

/// `count` batches of `page` messages drawn from the corpus, without repetition within a batch
/// (unless it has fewer). The batches' messages are copies: no two share a buffer.
std::vector<Corpus> random_pages(const Corpus& corpus, std::size_t page, std::size_t count,
                                 std::uint64_t seed);

}  // namespace stallscope
