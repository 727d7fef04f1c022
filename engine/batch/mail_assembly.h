// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "batch/header_text.h"
#include "batch/mail_parser.h"
#include "batch/transfer_encoding.h"

namespace stallscope {

/// Makes a ParsedMail from what a library finds. What is the same for every library is decided
/// here: what counts as an attachment, charsets, line ends, defects, limits.
class MailAssembly {
public:
    /// A part without parts of its own. The library fills in what its headers say.
    struct Leaf {
        std::string type = "text/plain";  ///< lower case
        std::string charset;
        std::string file_name;  ///< decoded
        std::string encoding;   ///< Content-Transfer-Encoding as written
        bool says_attachment = false;
    };

    /// Looks at the message for what no library tells: NULs, lines in its header that are none.
    MailAssembly(std::string_view message, const ParseOptions& options);

    /// The message's own header fields in order, raw.
    void add_header(std::string_view name, std::string_view raw);
    void set_date(std::optional<std::int64_t> date_s) { m_mail.date_s = date_s; }

    /// A container in `parent` (-1: the message is it); returns its number. False limits: see
    /// over_limit().
    int open_container(std::string_view type, int parent);
    /// Whether the limits allow what was added. Ask after each container and leaf.
    const std::optional<ParseError>& error() const { return m_error; }
    void fail(ParseError error) { m_error = std::move(error); }

    /// Whether the leaf's bytes are wanted decoded.
    bool wants_decoded(const Leaf& leaf) const;
    /// `bytes`: decoded if wants_decoded(), else as the message has them. `broken`: the encoding
    /// was.
    void add_leaf(Leaf leaf, int parent, std::string bytes, bool broken);

    void add_defect(MailDefect defect) { m_defects |= 1U << static_cast<unsigned>(defect); }
    const ParseOptions& options() const { return m_options; }

    Slot finish();

private:
    bool is_attachment(const Leaf& leaf) const;
    void add_node(std::string_view type, int parent, int text, int attachment);
    bool has_room(int parent);

    const ParseOptions& m_options;
    ParsedMail m_mail;
    std::optional<ParseError> m_error;
    std::vector<int> m_depths;  // of each container
    std::vector<int> m_nodes;   // of each container, its place in the tree
    int m_parts = 0;            // containers and leaves
    unsigned m_defects = 0;
    bool m_has_subject = false;
    bool m_has_from = false;
};

}  // namespace stallscope
