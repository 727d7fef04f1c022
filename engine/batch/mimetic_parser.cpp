// SPDX-License-Identifier: Apache-2.0
#include "batch/mimetic_parser.h"

#include <mimetic/mimetic.h>
#include <mimetic/version.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "batch/ascii.h"
#include "batch/mail_assembly.h"
#include "batch/mail_limits.h"

namespace stallscope {

namespace {

template <class Traits>
std::string plain(const std::basic_string<char, Traits>& text) {
    return {text.data(), text.size()};
}

template <class List>
Parameters parameters_of(const List& list) {
    Parameters parameters;
    for (const auto& parameter : list) {
        parameters.emplace_back(plain(parameter.name()), parameter.value());
    }
    return parameters;
}

/// mimetic's parser with two steps of our own: the descent into parts, which there has no limit
/// and gives up all outer levels when an inner one is not closed, and the search for boundaries,
/// which there finds them within lines. Headers, fields and bodies are read by mimetic.
class Reader : private mimetic::IteratorParser<const char*, std::input_iterator_tag> {
    using Base = mimetic::IteratorParser<const char*, std::input_iterator_tag>;

public:
    Reader(mimetic::MimeEntity& entity, MailAssembly& assembly)
        : Base(entity), m_assembly(assembly) {}

    void read(std::string_view message) {
        m_bit = message.data();
        m_eit = m_bit + message.size();
        if (!read_header()) return;
        for (const mimetic::Field& field : header()) {
            m_assembly.add_header(plain(field.name()), field.value());
            if (equal_ignoring_case({field.name().data(), field.name().size()}, "Date")) {
                m_assembly.set_date(header_date(field.value()));
            }
        }
        if (m_assembly.options().mode != ParseMode::metadata) read_body(-1, "text/plain");
    }

private:
    const mimetic::Header& header() const { return m_entityStack.top()->header(); }

    bool gave_up() const { return m_assembly.error().has_value(); }

    // mimetic copies a field's value anew every 128 bytes, so its length has to be limited.
    bool read_header() {
        const char* const begin = m_bit;
        const char* const end = m_eit;
        const std::size_t most = m_assembly.options().limits.header_bytes;
        const bool limited = static_cast<std::size_t>(end - begin) > most;
        if (limited) m_eit = begin + most;
        loadHeader();
        if (limited && m_bit == m_eit)
            m_assembly.fail(header_too_long(m_assembly.options().limits));
        m_eit = end;
        return !gave_up();
    }

    void read_body(int parent, std::string_view default_type) {
        const mimetic::ContentType& content = header().contentType();
        std::string type = lowered(plain(content.type()) + "/" + plain(content.subtype()));
        if (type.size() < 3 || type.front() == '/' || type.back() == '/') type = default_type;
        if (type.starts_with("multipart/")) {
            read_multipart(type, parent, content.param("boundary"));
        } else if (type == "message/rfc822") {
            const int container = m_assembly.open_container(type, parent);
            if (!gave_up()) read_child(container, "text/plain");
        } else {
            read_leaf(std::move(type), content, parent);
        }
    }

    void read_child(int container, std::string_view default_type) {
        pushNewChild();
        if (read_header()) read_body(container, default_type);
        popChild();
    }

    void read_multipart(const std::string& type, int parent, const std::string& boundary) {
        const int container = m_assembly.open_container(type, parent);
        if (boundary.size() > m_assembly.options().limits.boundary_bytes) {
            m_assembly.fail(boundary_too_long(m_assembly.options().limits));
        }
        if (gave_up()) return;
        if (boundary.empty()) {
            m_assembly.add_defect(MailDefect::missing_boundary);
            copy_until_boundary(peIgnore);
            return;
        }
        const std::string_view child_type =
            type == "multipart/digest" ? "message/rfc822" : "text/plain";
        const int level = static_cast<int>(m_boundaries.size());
        m_boundaries.push_back("--" + boundary);
        copy_until_boundary(peIgnore);
        while (m_found.level == level && !m_found.closing && !gave_up()) {
            read_child(container, child_type);
        }
        const bool closed = m_found.level == level && m_found.closing;
        m_boundaries.pop_back();
        if (gave_up()) return;
        if (closed) {
            copy_until_boundary(peIgnore);
        } else {
            m_assembly.add_defect(MailDefect::unclosed_multipart);
        }
    }

    void read_leaf(std::string type, const mimetic::ContentType& content, int parent) {
        MailAssembly::Leaf leaf;
        leaf.type = std::move(type);
        leaf.charset = content.param("charset");
        if (header().hasField("Content-Transfer-Encoding")) {
            leaf.encoding = plain(header().contentTransferEncoding().mechanism());
        }
        HeaderText name;
        if (header().hasField("Content-Disposition")) {
            const mimetic::ContentDisposition& disposition = header().contentDisposition();
            leaf.says_attachment = disposition.type() == "attachment";
            name = parameter_text(parameters_of(disposition.paramList()), "filename");
        }
        if (name.text.empty()) name = parameter_text(parameters_of(content.paramList()), "name");
        if (name.broken) m_assembly.add_defect(MailDefect::broken_encoded_word);
        leaf.file_name = std::move(name.text);

        copy_until_boundary(peBody);
        std::string bytes = std::move(static_cast<std::string&>(m_entityStack.top()->body()));
        const TransferEncoding encoding = transfer_encoding_of(leaf.encoding);
        bool broken = false;
        if (encoding == TransferEncoding::base64 ||
            encoding == TransferEncoding::quoted_printable) {
            if (m_assembly.wants_decoded(leaf)) {
                DecodedTransfer decoded = decode_transfer(encoding, bytes);
                bytes = std::move(decoded.bytes);
                broken = decoded.broken;
            } else {
                broken = is_broken_transfer(encoding, bytes);
            }
        }
        m_assembly.add_leaf(std::move(leaf), parent, std::move(bytes), broken);
    }

    struct Found {
        int level = -1;  ///< of the boundary that ended the last block; -1: the message ended
        bool closing = false;
    };

    // Takes lines up to a boundary of any level, which is consumed; the line end before it is its.
    void copy_until_boundary(mimetic::ParsingElem element) override {
        const std::string_view rest(m_bit, static_cast<std::size_t>(m_eit - m_bit));
        std::size_t at = m_boundaries.empty()     ? std::string_view::npos
                         : rest.starts_with("--") ? 0
                                                  : next_line(rest, 0);
        while (at != std::string_view::npos) {
            const std::size_t end = std::min(rest.find('\n', at), rest.size());
            m_found = boundary_in(rest.substr(at, end - at));
            if (m_found.level >= 0) {
                std::size_t block = at;
                if (block > 0 && rest[block - 1] == '\n') --block;
                if (block > 0 && block < at && rest[block - 1] == '\r') --block;
                onBlock(m_bit, static_cast<int>(block), element);
                m_bit += std::min(end + 1, rest.size());
                return;
            }
            at = end < rest.size() ? next_line(rest, end) : std::string_view::npos;
        }
        m_found = {};
        onBlock(m_bit, static_cast<int>(rest.size()), element);
        m_bit = m_eit;
    }

    // Where the next line that begins with "--" begins.
    static std::size_t next_line(std::string_view text, std::size_t from) {
        const std::size_t found = text.find("\n--", from);
        return found == std::string_view::npos ? found : found + 1;
    }

    // "--boundary" or "--boundary--", and blanks.
    Found boundary_in(std::string_view line) const {
        while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
        for (int level = static_cast<int>(m_boundaries.size()) - 1; level >= 0; --level) {
            const std::string_view boundary = m_boundaries[static_cast<std::size_t>(level)];
            if (!line.starts_with(boundary)) continue;
            if (line.size() == boundary.size()) return {level, false};
            if (line.substr(boundary.size()) == "--") return {level, true};
        }
        return {};
    }

    MailAssembly& m_assembly;
    std::vector<std::string> m_boundaries;  // "--" and the boundary, outermost first
    Found m_found;
};

class MimeticParser : public MailParser {
public:
    std::string_view name() const override { return "mimetic"; }

    Slot parse(std::string_view message, const ParseOptions& options) const override {
        if (auto error = over_limit(message, options)) {
            return tl::unexpected(std::move(*error));
        }
        message = looked_at(message, options.mode);
        MailAssembly assembly(message, options);
        mimetic::MimeEntity entity;
        if (header_size(message) < message.size()) {
            Reader(entity, assembly).read(message);
        } else {
            // mimetic hands on a field only when it sees the next line.
            Reader(entity, assembly).read(std::string(message) + "\n\n");
        }
        return assembly.finish();
    }
};

}  // namespace

std::unique_ptr<MailParser> make_mimetic_parser() {
    return std::make_unique<MimeticParser>();
}

std::string mimetic_version() {
    return mimetic::version.str();
}

}  // namespace stallscope
