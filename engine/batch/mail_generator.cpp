// SPDX-License-Identifier: Apache-2.0
#include "batch/mail_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "batch/made_mail.h"

namespace stallscope {

namespace {

// Whole numbers, so that sizes are the same on every machine.
constexpr std::uint64_t whole = 1'000'000'000;

struct Point {
    std::uint64_t share;  // of `whole`
    std::uint64_t bytes;
};
constexpr std::array<Point, 6> sizes = {
    Point{0, 800},          {whole / 10, 1500},        {whole / 2, 3500},
    {whole / 10 * 9, 9000}, {whole / 100 * 99, 34000}, {whole, 120000}};

std::size_t size_at(std::uint64_t share) {
    const auto* above = std::find_if(sizes.begin() + 1, sizes.end() - 1,
                                     [&](const Point& point) { return share <= point.share; });
    const Point& low = *(above - 1);
    return low.bytes +
           (share - low.share) * (above->bytes - low.bytes) / (above->share - low.share);
}

Prose drawn_prose(Draw& draw) {
    const std::uint64_t share = draw.below(100);
    return share < 55   ? Prose::ascii
           : share < 75 ? Prose::utf8
           : share < 93 ? Prose::latin1
                        : Prose::koi8;
}

SentAs drawn_encoding(Prose prose, Draw& draw) {
    const std::uint64_t share = draw.below(100);
    if (prose == Prose::ascii) return share < 90 ? SentAs::plain : SentAs::quoted;
    return share < 30 ? SentAs::plain : share < 70 ? SentAs::quoted : SentAs::base64;
}

std::string alternative(Prose prose, std::size_t bytes, Draw& draw) {
    const SentAs sent_as = draw.below(3) == 0 ? SentAs::base64 : SentAs::quoted;
    const std::vector<std::string> parts = {
        text_part(prose, sent_as, "plain", bytes / 3, draw),
        text_part(prose, SentAs::quoted, "html", bytes - bytes / 3, draw)};
    return multipart("alternative", parts, draw);
}

std::string forwarded(std::size_t bytes, Draw& draw) {
    const std::string header = mail_header(Prose::utf8, false, draw);
    return "Content-Type: message/rfc822\r\n\r\n" + header +
           text_part(Prose::utf8, SentAs::plain, "plain", bytes, draw);
}

std::string mail_with_parts(Prose prose, std::size_t bytes, Draw& draw) {
    const std::string header = mail_header(prose, true, draw);
    const std::size_t room = std::max(bytes, header.size() + 900) - header.size() - 350;
    const std::size_t text = std::min<std::size_t>(room / 3, 4000);
    const std::uint64_t kind = draw.below(5);
    if (kind < 2) return header + alternative(prose, room, draw);
    // Braces evaluate in order, which a call's arguments do not.
    std::vector<std::string> parts;
    if (kind == 2) {
        const SentAs sent_as = drawn_encoding(prose, draw);
        parts = {text_part(prose, sent_as, "plain", text, draw), file_part(room - text, draw)};
    } else if (kind == 3) {
        parts = {alternative(prose, text, draw), file_part(room - text, draw)};
    } else {
        parts = {text_part(prose, SentAs::plain, "plain", text, draw),
                 forwarded(room - text, draw)};
    }
    return header + multipart("mixed", parts, draw);
}

}  // namespace

std::size_t mail_size_at(double share) {
    return size_at(static_cast<std::uint64_t>(std::llround(std::clamp(share, 0.0, 1.0) * whole)));
}

Corpus generate_corpus(const GeneratorSettings& settings) {
    Corpus corpus;
    corpus.messages.reserve(settings.messages);
    Draw draw(settings.seed);
    constexpr std::uint64_t steps = 1'000'000;
    const auto multipart_steps =
        static_cast<std::uint64_t>(std::clamp(settings.multipart, 0.0, 1.0) * steps);
    // One size from each of as many equal shares as there are messages, in any order: also a small
    // corpus has its quantiles where they belong.
    std::vector<std::size_t> shares(settings.messages);
    std::iota(shares.begin(), shares.end(), std::size_t{0});
    draw.shuffle(shares);
    for (const std::size_t share : shares) {
        const std::size_t bytes =
            size_at((share * steps + draw.below(steps)) * (whole / steps) / settings.messages);
        const bool parts = draw.below(steps) < multipart_steps;
        const Prose prose = drawn_prose(draw);
        if (parts) {
            corpus.messages.push_back(mail_with_parts(prose, bytes, draw));
            continue;
        }
        std::string mail = mail_header(prose, true, draw);
        const std::size_t room = bytes > mail.size() ? bytes - mail.size() : 0;
        const SentAs sent_as = drawn_encoding(prose, draw);
        mail += text_part(prose, sent_as, "plain", room, draw);
        corpus.messages.push_back(std::move(mail));
    }
    return corpus;
}

std::string plain_mail(std::size_t bytes, std::uint64_t seed) {
    Draw draw(seed);
    std::string mail =
        mail_header(Prose::ascii, false, draw) + "Content-Type: text/plain; charset=utf-8\r\n\r\n";
    if (bytes > mail.size()) mail += exact_text(bytes - mail.size(), draw);
    return mail;
}

std::string mail_with_file(std::size_t bytes, std::uint64_t seed) {
    Draw draw(seed);
    const std::string header = mail_header(Prose::ascii, false, draw);
    constexpr std::string_view text_header = "Content-Type: text/plain; charset=utf-8\r\n\r\n";
    constexpr std::size_t text_room = 1200;
    const std::size_t file =
        bytes > header.size() + text_room + 600 ? bytes - header.size() - text_room : 600;
    const std::string attachment = file_part(file - 250, draw);
    // The text takes what whole lines of base64 leave. The boundary is made from the same draw
    // whatever lies in the parts.
    const Draw before = draw;
    const auto whole = [&](const std::string& text) {
        Draw again = before;
        return header + multipart("mixed", {std::string(text_header) + text, attachment}, again);
    };
    const std::size_t rest = whole("").size();
    return whole(exact_text(bytes > rest ? bytes - rest : 0, draw));
}

}  // namespace stallscope
