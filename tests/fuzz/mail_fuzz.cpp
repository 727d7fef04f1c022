// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes are, each mail library behind our interface gives a mail or an error with
// words, in every mode; the mail keeps the limits and its tree points into its lists.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "batch/charset.h"
#include "batch/corpus.h"
#include "batch/mail_parser.h"

namespace {

using namespace stallscope;

void require(bool holds) {
    if (!holds) std::abort();
}

std::vector<std::unique_ptr<MailParser>> every_library() {
    std::vector<std::unique_ptr<MailParser>> parsers;
    for (const ParserListing& listing : parser_listing()) {
        if (listing.missing.empty() && listing.name != "spin") {
            parsers.push_back(make_parser(listing.name).value());
        }
    }
    return parsers;
}

void check(const ParsedMail& mail, const ParseLimits& limits) {
    require(is_utf8(mail.subject) && is_utf8(mail.from));
    require(mail.parts <= limits.parts && mail.depth <= limits.depth);
    for (const MailText& text : mail.texts) {
        require(is_utf8(text.text) && text.type.starts_with("text/"));
    }
    for (std::size_t i = 0; i < mail.tree.size(); ++i) {
        const MailNode& node = mail.tree[i];
        require(node.parent < static_cast<int>(i));
        require(node.text < static_cast<int>(mail.texts.size()));
        require(node.attachment < static_cast<int>(mail.attachments.size()));
    }
    for (const MailAttachment& attachment : mail.attachments) (void)decoded_bytes(attachment);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto parsers = every_library();
    if (size == 0) return 0;
    // The first byte chooses the mode and how tight the limits are.
    ParseOptions options;
    options.mode = static_cast<ParseMode>(data[0] % 3);
    options.shape = (data[0] & 4U) != 0 ? ParseShape::tree : ParseShape::flat;
    options.strict = (data[0] & 8U) != 0 && options.mode != ParseMode::metadata;
    if ((data[0] & 16U) != 0) {
        options.limits.header_bytes = 200;
        options.limits.boundary_bytes = 20;
        options.limits.parts = 5;
        options.limits.depth = 3;
    }
    const std::string_view message(reinterpret_cast<const char*>(data) + 1, size - 1);
    for (const auto& parser : parsers) {
        const Slot slot = parser->parse(message, options);
        if (slot) {
            check(*slot, options.limits);
            require(!options.strict || slot->defects.empty());
        } else {
            require(!slot.error().says.empty());
        }
        require(digest_of(slot) == digest_of(parser->parse(message, options)));
    }
    for (const std::string& split : split_mbox(message).messages) require(!split.empty());
    return 0;
}
