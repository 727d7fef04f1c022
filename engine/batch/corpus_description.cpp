// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "batch/ascii.h"
#include "batch/corpus.h"
#include "plan/seal.h"

namespace stallscope {

namespace {

// Nearest rank: the smallest size that at least this percentage of messages do not exceed.
std::size_t quantile(const std::vector<std::size_t>& sorted, std::size_t percent) {
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

std::string encoding_of(const ParsedMail& mail) {
    for (const MailHeader& header : mail.headers) {
        if (equal_ignoring_case(header.name, "Content-Transfer-Encoding")) {
            return lowered(header.value);
        }
    }
    return "none";
}

void add(CorpusDescription& description, const Slot& slot) {
    if (!slot) {
        ++description.errors;
        return;
    }
    description.multipart += slot->depth > 0 ? 1 : 0;
    description.deepest = std::max(description.deepest, slot->depth);
    description.most_parts = std::max(description.most_parts, slot->parts);
    ++description.encodings[encoding_of(*slot)];
    for (const MailDefect defect : slot->defects) ++description.defects[name_of(defect)];
}

}  // namespace

CorpusDescription describe(std::span<const std::string_view> messages, const MailParser& parser) {
    CorpusDescription description;
    description.sha256 = corpus_sha256(messages);
    if (messages.empty()) return description;
    std::vector<std::size_t> sizes;
    ParseOptions options;
    options.mode = ParseMode::lazy;
    for (const std::string_view message : messages) {
        sizes.push_back(message.size());
        description.bytes += message.size();
        add(description, parser.parse(message, options));
    }
    std::sort(sizes.begin(), sizes.end());
    description.messages = sizes.size();
    description.least = sizes.front();
    description.p10 = quantile(sizes, 10);
    description.median = quantile(sizes, 50);
    description.p90 = quantile(sizes, 90);
    description.p99 = quantile(sizes, 99);
    description.most = sizes.back();
    return description;
}

std::string corpus_sha256(std::span<const std::string_view> messages) {
    Sha256 sum;
    for (const std::string_view message : messages) {
        sum.add(std::to_string(message.size()) + "\n");
        sum.add(message);
    }
    return sum.hex();
}

}  // namespace stallscope
