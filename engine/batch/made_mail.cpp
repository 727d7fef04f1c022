// SPDX-License-Identifier: Apache-2.0
#include "batch/made_mail.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "batch/ascii.h"
#include "batch/mail_encoding.h"

namespace stallscope {

namespace {

// Draws stand in statements of their own: the order in which a call's arguments are evaluated is
// the compiler's, and a seed has to make the same mail with each.

constexpr std::size_t width = 68;

constexpr std::size_t base64_line = 57;  // bytes, 76 signs

std::string wrapped_base64(std::string_view bytes) {
    std::string lines;
    while (!bytes.empty()) {
        lines += to_base64(bytes.substr(0, base64_line)) + "\r\n";
        bytes.remove_prefix(std::min(base64_line, bytes.size()));
    }
    return lines;
}

std::string hex_id(Draw& draw) {
    return fmt::format("{:016x}", draw.next());
}

std::string date_text(Draw& draw) {
    constexpr std::int64_t start = 1'704'067'200;  // 2024-01-01
    const auto when =
        static_cast<std::time_t>(start + static_cast<std::int64_t>(draw.below(31'536'000)));
    constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr const char* zones[] = {"+0000", "+0200", "-0500", "+0530", "-0800"};
    const char* const zone = zones[draw.below(std::size(zones))];
    std::tm time{};
    gmtime_r(&when, &time);
    return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} {}", days[time.tm_wday], time.tm_mday,
                       months[time.tm_mon], 1900 + time.tm_year, time.tm_hour, time.tm_min,
                       time.tm_sec, zone);
}

// Words of the charset; as an encoded word (RFC 2047), B or Q by the toss of a coin, if they are
// not ASCII: short enough for the 75 signs that one may have.
std::string encoded_words(Prose prose, std::size_t bytes, Draw& draw) {
    if (prose == Prose::ascii) return line_of(prose, bytes, draw);
    const std::string text = line_of(prose, std::min<std::size_t>(bytes, 18), draw);
    if (draw.below(2) == 0) return fmt::format("=?{}?B?{}?=", charset_of(prose), to_base64(text));
    std::string word;
    for (const char c : text) {
        if (c == ' ') {
            word += '_';
        } else if (lower(c) >= 'a' && lower(c) <= 'z') {
            word += c;
        } else {
            word += fmt::format("={:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        }
    }
    return fmt::format("=?{}?Q?{}?=", charset_of(prose), word);
}

std::string name(Draw& draw) {
    return std::string(word_of(Prose::ascii, draw));
}

std::string address(Draw& draw) {
    const std::string first = name(draw);
    const std::string last = name(draw);
    return fmt::format("{}.{}@{}.example.org", first, last, name(draw));
}

std::string station(Draw& draw) {
    const std::string from = name(draw);
    const std::string by = name(draw);
    const std::uint64_t host = draw.below(250);
    const std::string id = hex_id(draw);
    const std::string recipient = address(draw);
    return fmt::format(
        "Received: from {0}.example.net ({0}.example.net [192.0.2.{1}])\r\n\tby {2}.example.org "
        "with "
        "ESMTPS id {3}\r\n\tfor <{4}>; {5}\r\n",
        from, host, by, id, recipient, date_text(draw));
}

// A long subject is folded, and one that is not ASCII comes in two encoded words.
std::string subject(Prose prose, Draw& draw) {
    const std::string reply = draw.below(3) == 0 ? "Re: " : "";
    const std::size_t room = 12 + draw.below(24);
    std::string text = encoded_words(prose, room, draw);
    if (draw.below(3) == 0) text += "\r\n " + encoded_words(prose, 24, draw);
    return fmt::format("Subject: {}{}\r\n", reply, text);
}

}  // namespace

std::string text_part(Prose prose, SentAs sent_as, std::string_view subtype, std::size_t bytes,
                      Draw& draw) {
    const std::string_view encoding = sent_as == SentAs::quoted   ? "quoted-printable"
                                      : sent_as == SentAs::base64 ? "base64"
                                      : prose == Prose::ascii     ? "7bit"
                                                                  : "8bit";
    std::string part = fmt::format(
        "Content-Type: text/{}; charset=\"{}\"\r\nContent-Transfer-Encoding: {}\r\n\r\n", subtype,
        charset_of(prose), encoding);
    const auto next_line = [&] {
        const std::size_t room = 30 + draw.below(width - 30);
        std::string line = line_of(prose, room, draw);
        if (draw.below(9) == 0) line.clear();
        return subtype == "html" ? fmt::format("<p>{}</p>", line) : line;
    };
    if (sent_as == SentAs::base64) {
        const std::size_t lines = bytes > part.size() ? (bytes - part.size()) / 78 : 0;
        std::string text;
        for (;;) {
            const std::string line = next_line() + "\r\n";
            if (text.size() + line.size() > lines * base64_line) return part + wrapped_base64(text);
            text += line;
        }
    }
    for (;;) {
        const std::string line = next_line();
        const std::string sent =
            (sent_as == SentAs::quoted ? to_quoted_printable(line) : line) + "\r\n";
        if (part.size() + sent.size() > bytes) return part;
        part += sent;
    }
}

std::string file_part(std::size_t bytes, Draw& draw) {
    constexpr std::string_view names[] = {
        "filename=\"report 2024.pdf\"",
        "filename=plan.pdf",
        "filename*=utf-8''gr%C3%BC%C3%9Fe.pdf",
        "filename*0=\"a-long-name-that-is-\"; filename*1=\"split.pdf\"",
        "filename=\"=?utf-8?Q?Stra=C3=9Fe.pdf?=\"",
    };
    std::string part = fmt::format(
        "Content-Type: application/pdf\r\nContent-Disposition: attachment;\r\n {}\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n",
        names[draw.below(std::size(names))]);
    do {
        std::string line;
        for (std::size_t i = 0; i < base64_line; ++i)
            line.push_back(static_cast<char>(draw.next() & 0xFFU));
        part += wrapped_base64(line);
    } while (part.size() + 78 <= bytes);
    return part;
}

std::string multipart(std::string_view kind, const std::vector<std::string>& parts, Draw& draw) {
    const std::string boundary = "=_" + hex_id(draw);
    std::string text =
        fmt::format("Content-Type: multipart/{};\r\n boundary=\"{}\"\r\n\r\n", kind, boundary);
    for (const std::string& part : parts) text += fmt::format("--{}\r\n{}\r\n", boundary, part);
    return text + fmt::format("--{}--\r\n", boundary);
}

std::string mail_header(Prose prose, bool full, Draw& draw) {
    std::string header;
    if (full) {
        header += fmt::format("Return-Path: <{}>\r\n", address(draw));
        for (std::uint64_t stations = draw.below(3); stations > 0; --stations) {
            header += station(draw);
        }
    }
    const std::string sender = encoded_words(prose, 16, draw);
    const std::string from = address(draw);
    header += fmt::format("From: {} <{}>\r\n", sender, from);
    header += fmt::format("To: {}\r\n", address(draw));
    header += subject(prose, draw);
    header += fmt::format("Date: {}\r\n", date_text(draw));
    header += fmt::format("Message-ID: <{}@example.org>\r\nMIME-Version: 1.0\r\n", hex_id(draw));
    if (full && draw.below(2) == 0) {
        const std::string list = name(draw);
        header += fmt::format("List-Id: {} <{}.example.org>\r\nPrecedence: list\r\n", list, list);
    }
    return header;
}

std::string exact_text(std::size_t bytes, Draw& draw) {
    std::string text;
    text.reserve(bytes + width + 2);
    while (text.size() < bytes) text += line_of(Prose::ascii, width, draw) + "\r\n";
    text.resize(bytes);
    // The end is a whole line too.
    if (bytes >= 3) text.replace(bytes - 3, 3, ".\r\n");
    return text;
}

}  // namespace stallscope
