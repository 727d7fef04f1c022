// SPDX-License-Identifier: Apache-2.0
#include "batch/mail_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "batch/ascii.h"
#include "batch/charset.h"
#include "batch/mail_limits.h"

namespace stallscope {

namespace {

constexpr int defects_known = static_cast<int>(MailDefect::broken_quoted) + 1;

// A field ("name: value"), or the continuation of the one before.
bool is_header_line(std::string_view line, bool first) {
    if (is_blank(line.front())) return !first;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    return std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon),
                       [](char c) { return c > 32 && c < 127; });
}

bool has_broken_header(std::string_view message) {
    for (bool first = true; !message.empty(); first = false) {
        const std::size_t newline = std::min(message.find('\n'), message.size());
        std::string_view line = message.substr(0, newline);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (line.empty()) return false;
        if (!is_header_line(line, first)) return true;
        message.remove_prefix(std::min(newline + 1, message.size()));
    }
    return false;
}

// \r\n becomes \n.
void unify_line_ends(std::string& text) {
    std::size_t out = text.find("\r\n");
    if (out == std::string::npos) return;
    std::size_t in = out;
    while (in < text.size()) {  // text[in] is the \r of a pair
        const std::size_t next = std::min(text.find("\r\n", in + 2), text.size());
        std::memmove(text.data() + out, text.data() + in + 1, next - in - 1);
        out += next - in - 1;
        in = next;
    }
    text.resize(out);
}

}  // namespace

MailAssembly::MailAssembly(std::string_view message, const ParseOptions& options)
    : m_options(options) {
    m_mail.headers.reserve(16);
    if (message.find('\0') != std::string_view::npos) add_defect(MailDefect::nul_bytes);
    if (has_broken_header(message)) add_defect(MailDefect::broken_header);
}

void MailAssembly::add_header(std::string_view name, std::string_view raw) {
    HeaderText text = header_text(raw);
    if (text.broken) add_defect(MailDefect::broken_encoded_word);
    if (!m_has_subject && equal_ignoring_case(name, "Subject")) {
        m_mail.subject = text.text;
        m_has_subject = true;
    } else if (!m_has_from && equal_ignoring_case(name, "From")) {
        m_mail.from = text.text;
        m_has_from = true;
    }
    m_mail.headers.push_back({std::string(name), std::move(text.text)});
}

int MailAssembly::open_container(std::string_view type, int parent) {
    const int depth = parent < 0 ? 1 : m_depths[static_cast<std::size_t>(parent)] + 1;
    if (++m_parts > m_options.limits.parts) m_error = too_many_parts(m_options.limits);
    if (depth > m_options.limits.depth) m_error = too_deep(m_options.limits);
    m_mail.depth = std::max(m_mail.depth, depth);
    m_depths.push_back(depth);
    if (m_options.shape == ParseShape::tree) {
        add_node(type, parent, -1, -1);
        m_nodes.push_back(static_cast<int>(m_mail.tree.size()) - 1);
    }
    return static_cast<int>(m_depths.size()) - 1;
}

bool MailAssembly::is_attachment(const Leaf& leaf) const {
    return leaf.says_attachment || !leaf.file_name.empty() || !leaf.type.starts_with("text/");
}

bool MailAssembly::wants_decoded(const Leaf& leaf) const {
    return m_options.mode == ParseMode::full || !is_attachment(leaf);
}

void MailAssembly::add_node(std::string_view type, int parent, int text, int attachment) {
    const int node = parent < 0 ? -1 : m_nodes[static_cast<std::size_t>(parent)];
    m_mail.tree.push_back({node, std::string(type), text, attachment});
}

void MailAssembly::add_leaf(Leaf leaf, int parent, std::string bytes, bool broken) {
    if (++m_parts > m_options.limits.parts) m_error = too_many_parts(m_options.limits);
    ++m_mail.parts;
    const TransferEncoding encoding = transfer_encoding_of(leaf.encoding);
    if (encoding == TransferEncoding::unknown) add_defect(MailDefect::unknown_encoding);
    if (broken) {
        add_defect(encoding == TransferEncoding::base64 ? MailDefect::broken_base64
                                                        : MailDefect::broken_quoted);
    }
    const bool attachment = is_attachment(leaf);
    if (m_options.shape == ParseShape::tree) {
        add_node(leaf.type, parent, attachment ? -1 : static_cast<int>(m_mail.texts.size()),
                 attachment ? static_cast<int>(m_mail.attachments.size()) : -1);
    }
    if (attachment) {
        const bool encoded =
            !wants_decoded(leaf) && (encoding == TransferEncoding::base64 ||
                                     encoding == TransferEncoding::quoted_printable);
        m_mail.attachments.push_back({std::move(leaf.file_name), std::move(leaf.type),
                                      std::move(bytes),
                                      encoded ? lowered(trimmed(leaf.encoding)) : std::string()});
        return;
    }
    Utf8Text text = to_utf8(leaf.charset, std::move(bytes));
    if (text.unknown) add_defect(MailDefect::unknown_charset);
    if (text.broken) add_defect(MailDefect::broken_charset);
    unify_line_ends(text.text);
    m_mail.texts.push_back({std::move(leaf.type), std::move(text.text)});
}

Slot MailAssembly::finish() {
    if (m_error) return tl::unexpected(std::move(*m_error));
    for (int i = 0; i < defects_known; ++i) {
        if ((m_defects >> static_cast<unsigned>(i) & 1U) != 0) {
            m_mail.defects.push_back(static_cast<MailDefect>(i));
        }
    }
    if (m_options.strict && !m_mail.defects.empty()) {
        std::string names;
        for (const MailDefect defect : m_mail.defects) {
            names += (names.empty() ? "" : ", ") + std::string(name_of(defect));
        }
        return tl::unexpected(ParseError{
            ParseError::Kind::strict,
            fmt::format("the message has defects ({}); leave strict out to read it all the same",
                        names)});
    }
    return std::move(m_mail);
}

}  // namespace stallscope
