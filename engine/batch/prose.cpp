// SPDX-License-Identifier: Apache-2.0
#include "batch/prose.h"

#include <span>

namespace stallscope {

namespace {

constexpr std::string_view english[] = {
    "the",     "a",       "and",     "of",     "we",      "report", "meeting", "on",     "for",
    "queue",   "server",  "please",  "from",   "message", "answer", "to",      "in",     "is",
    "version", "invoice", "that",    "it",     "was",     "be",     "Tuesday", "office", "with",
    "number",  "as",      "forward", "garden", "train",   "by",     "results", "not",    "are"};
constexpr std::string_view latin1[] = {
    "gr\xFC\xDF"
    "e",
    "f\xFCr",
    "und",
    "die",
    "\xFC"
    "ber",
    "der",
    "sch\xF6n",
    "morgen",
    "Besprechung",
    "sp\xE4t",
    "ist",
    "nicht",
    "Stra\xDF"
    "e",
    "Antwort"};
constexpr std::string_view utf8[] = {"grüße",  "für",   "und",         "die", "über", "der",
                                     "schön",  "→",     "Besprechung", "€",   "ist",  "nicht",
                                     "Straße", "„gut“", "naïve",       "…"};
// privet, spasibo, zavtra, pis'mo, rabota, i, v
constexpr std::string_view koi8[] = {"\xD0\xD2\xC9\xD7\xC5\xD4",
                                     "\xD3\xD0\xC1\xD3\xC9\xC2\xCF",
                                     "\xDA\xC1\xD7\xD4\xD2\xC1",
                                     "\xD0\xC9\xD3\xD8\xCD\xCF",
                                     "\xD2\xC1\xC2\xCF\xD4\xC1",
                                     "\xC9",
                                     "\xD7"};

std::span<const std::string_view> words_of(Prose prose) {
    switch (prose) {
        case Prose::latin1:
            return latin1;
        case Prose::utf8:
            return utf8;
        case Prose::koi8:
            return koi8;
        case Prose::ascii:
            break;
    }
    return english;
}

}  // namespace

std::string_view charset_of(Prose prose) {
    switch (prose) {
        case Prose::latin1:
            return "iso-8859-1";
        case Prose::utf8:
            return "utf-8";
        case Prose::koi8:
            return "koi8-r";
        case Prose::ascii:
            break;
    }
    return "us-ascii";
}

std::string_view word_of(Prose prose, Draw& draw) {
    const auto words = words_of(prose);
    return words[draw.below(words.size())];
}

std::string line_of(Prose prose, std::size_t width, Draw& draw) {
    std::string line(word_of(prose, draw).substr(0, prose == Prose::ascii ? width : 64));
    for (;;) {
        const std::string_view word = word_of(prose, draw);
        if (line.size() + 1 + word.size() > width) return line;
        line += ' ';
        line += word;
    }
}

}  // namespace stallscope
