// SPDX-License-Identifier: Apache-2.0
#include "batch/parsed_mail.h"

#include <string_view>

#include "batch/transfer_encoding.h"

namespace stallscope {

namespace {

// FNV-1a (Fowler, Noll, Vo) over fields: each text is preceded by its length, so that no two
// different mails give the same bytes.
class Digest {
public:
    void add(std::int64_t number) {
        for (int shift = 0; shift < 64; shift += 8) {
            add_byte(static_cast<unsigned char>(static_cast<std::uint64_t>(number) >> shift));
        }
    }
    void add(std::string_view text) {
        add(static_cast<std::int64_t>(text.size()));
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
    }
    void add_size(std::size_t size) { add(static_cast<std::int64_t>(size)); }
    std::uint64_t value() const { return m_value; }

private:
    void add_byte(unsigned char byte) { m_value = (m_value ^ byte) * 1099511628211ULL; }
    std::uint64_t m_value = 14695981039346656037ULL;
};

void add_mail(Digest& digest, const ParsedMail& mail) {
    digest.add(mail.subject);
    digest.add(mail.from);
    digest.add(mail.date_s ? 1 : 0);
    digest.add(mail.date_s.value_or(0));
    digest.add_size(mail.headers.size());
    for (const MailHeader& header : mail.headers) {
        digest.add(header.name);
        digest.add(header.value);
    }
    digest.add_size(mail.texts.size());
    for (const MailText& text : mail.texts) {
        digest.add(text.type);
        digest.add(text.text);
    }
    digest.add_size(mail.attachments.size());
    for (const MailAttachment& attachment : mail.attachments) {
        digest.add(attachment.name);
        digest.add(attachment.type);
        digest.add(attachment.encoding);
        digest.add(attachment.bytes);
    }
    digest.add_size(mail.tree.size());
    for (const MailNode& node : mail.tree) {
        digest.add(node.parent);
        digest.add(node.type);
        digest.add(node.text);
        digest.add(node.attachment);
    }
    digest.add_size(mail.defects.size());
    for (const MailDefect defect : mail.defects) digest.add(static_cast<std::int64_t>(defect));
    digest.add(mail.parts);
    digest.add(mail.depth);
}

}  // namespace

const char* name_of(MailDefect defect) {
    switch (defect) {
        case MailDefect::nul_bytes:
            return "nul_bytes";
        case MailDefect::broken_header:
            return "broken_header";
        case MailDefect::missing_boundary:
            return "missing_boundary";
        case MailDefect::unclosed_multipart:
            return "unclosed_multipart";
        case MailDefect::broken_encoded_word:
            return "broken_encoded_word";
        case MailDefect::unknown_charset:
            return "unknown_charset";
        case MailDefect::broken_charset:
            return "broken_charset";
        case MailDefect::unknown_encoding:
            return "unknown_encoding";
        case MailDefect::broken_base64:
            return "broken_base64";
        case MailDefect::broken_quoted:
            return "broken_quoted";
    }
    return "";
}

std::string decoded_bytes(const MailAttachment& attachment) {
    return decode_transfer(transfer_encoding_of(attachment.encoding), attachment.bytes).bytes;
}

std::uint64_t digest_of(const ParsedMail& mail) {
    Digest digest;
    add_mail(digest, mail);
    return digest.value();
}

std::uint64_t digest_of(const Slot& slot) {
    Digest digest;
    digest.add(slot ? 1 : 0);
    if (slot) {
        add_mail(digest, *slot);
    } else {
        digest.add(static_cast<std::int64_t>(slot.error().kind));
        digest.add(slot.error().says);
    }
    return digest.value();
}

}  // namespace stallscope
