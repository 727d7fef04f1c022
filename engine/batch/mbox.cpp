// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "batch/ascii.h"
#include "batch/corpus.h"

namespace stallscope {

namespace {

// "From sender Thu Oct  3 08:01:59 2002": a sentence that begins with "From" has no time of day.
bool is_separator(std::string_view line) {
    if (!line.starts_with("From ")) return false;
    for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
         colon = line.find(':', colon + 1)) {
        if (is_digit(line[colon - 1]) && colon + 2 < line.size() && is_digit(line[colon + 1]) &&
            is_digit(line[colon + 2])) {
            return true;
        }
    }
    return false;
}

bool is_empty_line(std::string_view line) {
    return line.empty() || line == "\r";
}

// ">From ", ">>From ", …
bool is_quoted_from(std::string_view line) {
    const std::size_t marks = std::min(line.find_first_not_of('>'), line.size());
    return marks > 0 && line.substr(marks).starts_with("From ");
}

class Splitter {
public:
    // `end`: its line end, as it is.
    void add(std::string_view line, std::string_view end) {
        if (m_after_empty && is_separator(line)) {
            close();
            m_open = true;
        } else if (m_open) {
            m_message += is_quoted_from(line) ? line.substr(1) : line;
            m_message += end;
        } else {
            m_before += line.size() + end.size();
        }
        m_after_empty = is_empty_line(line);
    }

    Corpus finish() {
        close();
        if (m_before > 0) {
            m_corpus.notes.insert(m_corpus.notes.begin(),
                                  fmt::format("{} bytes before the first \"From \" line belong to "
                                              "no message",
                                              m_before));
        }
        return std::move(m_corpus);
    }

private:
    void close() {
        if (!m_open) return;
        // The empty line before the next separator is the mbox's, not the message's.
        for (const std::string_view end : {"\r\n\r\n", "\n\n"}) {
            if (m_message.ends_with(end)) {
                m_message.resize(m_message.size() - end.size() / 2);
                break;
            }
        }
        ++m_number;
        if (trimmed(m_message).empty()) {
            m_corpus.notes.push_back(fmt::format("message {} is empty", m_number));
        } else {
            m_corpus.messages.push_back(std::move(m_message));
        }
        m_message.clear();
        m_open = false;
    }

    Corpus m_corpus;
    std::string m_message;
    std::size_t m_before = 0;
    std::size_t m_number = 0;
    bool m_open = false;
    bool m_after_empty = true;
};

}  // namespace

Corpus split_mbox(std::string_view text) {
    Splitter splitter;
    while (!text.empty()) {
        const std::size_t newline = text.find('\n');
        const bool last = newline == std::string_view::npos;
        splitter.add(text.substr(0, newline), last ? "" : "\n");
        text.remove_prefix(last ? text.size() : newline + 1);
    }
    return splitter.finish();
}

}  // namespace stallscope
