// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace stallscope {

/// What is wrong with a message that could still be read. The same list for every parser.
enum class MailDefect {
    nul_bytes,            ///< a NUL somewhere in it
    broken_header,        ///< a line among the headers that is none
    missing_boundary,     ///< a multipart without a boundary parameter
    unclosed_multipart,   ///< the message ended before the closing boundary
    broken_encoded_word,  ///< RFC 2047: not decodable, left as it is
    unknown_charset,      ///< read as Windows-1252
    broken_charset,       ///< bytes that are none in the charset named; U+FFFD stands for them
    unknown_encoding,     ///< a Content-Transfer-Encoding that nobody knows; left as it is
    broken_base64,        ///< signs of another alphabet, or cut off
    broken_quoted,        ///< quoted-printable: "=" without two hexadecimal digits
};
/// One word with underscores, as in the enumeration.
const char* name_of(MailDefect defect);

/// A header field: the value unfolded, with encoded words (RFC 2047) decoded, in UTF-8.
struct MailHeader {
    std::string name;  ///< as written
    std::string value;
    friend bool operator==(const MailHeader&, const MailHeader&) = default;
};

/// A part that is to be read: text/plain, text/html, … that is no attachment.
struct MailText {
    std::string type;  ///< "text/plain", lower case
    std::string text;  ///< UTF-8, lines end with \n
    friend bool operator==(const MailText&, const MailText&) = default;
};

struct MailAttachment {
    std::string name;  ///< the file name, decoded; may be empty
    std::string type;  ///< "application/pdf", lower case
    /// The decoded bytes in mode full. In mode lazy they are as the message has them, and
    /// `encoding` says how.
    std::string bytes;
    std::string encoding;  ///< "" (decoded), "base64", "quoted-printable"
    friend bool operator==(const MailAttachment&, const MailAttachment&) = default;
};

/// Decoded bytes of an attachment, whichever mode it was read in.
std::string decoded_bytes(const MailAttachment& attachment);

/// One node of the tree, in document order. A node follows its parent.
struct MailNode {
    int parent = -1;      ///< index of the parent, -1: the message itself
    std::string type;     ///< "multipart/mixed", lower case
    int text = -1;        ///< index in `texts`, -1: it is none
    int attachment = -1;  ///< index in `attachments`, -1: it is none
    friend bool operator==(const MailNode&, const MailNode&) = default;
};

/// A message as every parser shows it: well-formed mail gives equal values whoever read it.
struct ParsedMail {
    std::string subject;
    std::string from;                    ///< the whole field, decoded
    std::optional<std::int64_t> date_s;  ///< seconds since 1970 UTC; none: no date, or unreadable
    std::vector<MailHeader> headers;     ///< the message's own, in order
    std::vector<MailText> texts;         ///< in document order; empty in mode metadata
    std::vector<MailAttachment> attachments;  ///< likewise
    std::vector<MailNode> tree;               ///< shape tree only; empty in mode metadata
    std::vector<MailDefect> defects;          ///< each once, in the enumeration's order
    int parts = 0;  ///< leaves read (1 for plain mail, 0 in mode metadata)
    int depth = 0;  ///< deepest nesting of containers (0 for plain mail)
    friend bool operator==(const ParsedMail&, const ParsedMail&) = default;
};

/// Why a slot has no message.
struct ParseError {
    enum class Kind {
        limit,   ///< a limit of ParseLimits; the message was not read to its end
        strict,  ///< it has defects, and `strict` was asked for
        parser,  ///< the library gave up
    };
    Kind kind = Kind::parser;
    std::string says;  ///< a sentence with the way out, no full stop
    friend bool operator==(const ParseError&, const ParseError&) = default;
};

/// What a message became.
using Slot = tl::expected<ParsedMail, ParseError>;

/// 64-bit fingerprint (FNV-1a) of everything in it, the same on every machine.
std::uint64_t digest_of(const ParsedMail& mail);
/// The same of a slot: of the mail, or of the error's kind and words.
std::uint64_t digest_of(const Slot& slot);

}  // namespace stallscope
