// SPDX-License-Identifier: Apache-2.0
#include "batch/gmime_parser.h"

#include <fmt/format.h>
#include <gmime/gmime.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "batch/ascii.h"
#include "batch/mail_assembly.h"
#include "batch/mail_limits.h"

namespace stallscope {

namespace {

struct Unref {
    void operator()(gpointer object) const { g_object_unref(object); }
};
template <class T>
using Held = std::unique_ptr<T, Unref>;

struct FreeOptions {
    void operator()(GMimeParserOptions* options) const { g_mime_parser_options_free(options); }
};

std::string_view view(const char* text) {
    return text ? std::string_view(text) : std::string_view();
}

// What the library complains about while it reads, as far as it is a defect in our list.
void note_warning(gint64, GMimeParserWarning code, const gchar*, gpointer assembly) {
    auto& into = *static_cast<MailAssembly*>(assembly);
    switch (code) {
        case GMIME_CRIT_MULTIPART_WITHOUT_BOUNDARY:
            into.add_defect(MailDefect::missing_boundary);
            break;
        case GMIME_CRIT_NESTING_OVERFLOW:
            into.fail(too_deep(into.options().limits));
            break;
        default:
            break;
    }
}

// The bytes of a memory stream between its bounds.
std::string_view bytes_of(GMimeStream* stream) {
    const GByteArray* array = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    const auto size = static_cast<gint64>(array->len);
    const gint64 begin = std::clamp<gint64>(stream->bound_start, 0, size);
    const gint64 end = stream->bound_end < 0 ? size : std::clamp(stream->bound_end, begin, size);
    return {reinterpret_cast<const char*>(array->data) + begin,
            static_cast<std::size_t>(end - begin)};
}

// GMime reads groups of addresses ("a: b: c;") by calling itself, as deep as somebody writes them,
// in every mail that lies in the message. No group begins without a colon.
bool may_nest_groups(std::string_view message) {
    constexpr std::ptrdiff_t most_colons = 1000;
    constexpr std::string_view fields[] = {"from", "to", "cc", "bcc", "reply-to", "sender"};
    const auto is_address_field = [&](std::string_view line) {
        return std::any_of(std::begin(fields), std::end(fields), [&](std::string_view field) {
            return equal_ignoring_case(line.substr(0, field.size()), field);
        });
    };
    bool in_field = false;
    std::ptrdiff_t colons = 0;
    while (!message.empty()) {
        const std::string_view line = message.substr(0, message.find('\n'));
        message.remove_prefix(std::min(line.size() + 1, message.size()));
        if (line.empty() || !is_blank(line.front())) {
            in_field = is_address_field(line);
            colons = 0;
        }
        if (in_field) colons += std::count(line.begin(), line.end(), ':');
        if (colons > most_colons) return true;
    }
    return false;
}

/// Walks what GMime has read.
class Walk {
public:
    explicit Walk(MailAssembly& assembly) : m_assembly(assembly) {}

    // GMime gives the fields that begin with Content- to the part: back to the order they came in.
    void headers_of(GMimeMessage* message) {
        std::vector<GMimeHeader*> headers = list_of(GMIME_OBJECT(message));
        if (GMimeObject* part = g_mime_message_get_mime_part(message)) {
            const std::vector<GMimeHeader*> more = list_of(part);
            headers.insert(headers.end(), more.begin(), more.end());
        }
        std::stable_sort(headers.begin(), headers.end(), [](GMimeHeader* a, GMimeHeader* b) {
            return g_mime_header_get_offset(a) < g_mime_header_get_offset(b);
        });
        for (GMimeHeader* header : headers) {
            m_assembly.add_header(view(g_mime_header_get_name(header)),
                                  view(g_mime_header_get_raw_value(header)));
        }
        if (GDateTime* date = g_mime_message_get_date(message)) {
            m_assembly.set_date(g_date_time_to_unix(date));
        }
    }

    void object(GMimeObject* object, int parent) {
        if (m_assembly.error()) return;
        if (!object) {
            m_assembly.add_leaf({}, parent, {}, false);
        } else if (GMIME_IS_MULTIPART(object)) {
            multipart(GMIME_MULTIPART(object), parent);
        } else if (GMIME_IS_MESSAGE_PART(object)) {
            const int container = m_assembly.open_container(type_of(object), parent);
            GMimeMessage* message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
            this->object(message ? g_mime_message_get_mime_part(message) : nullptr, container);
        } else if (GMIME_IS_PART(object)) {
            leaf(GMIME_PART(object), parent);
        }
    }

private:
    static std::vector<GMimeHeader*> list_of(GMimeObject* object) {
        GMimeHeaderList* list = g_mime_object_get_header_list(object);
        std::vector<GMimeHeader*> headers;
        for (int i = 0; i < g_mime_header_list_get_count(list); ++i) {
            headers.push_back(g_mime_header_list_get_header_at(list, i));
        }
        return headers;
    }

    static std::string type_of(GMimeObject* object) {
        GMimeContentType* content = g_mime_object_get_content_type(object);
        return lowered(view(g_mime_content_type_get_media_type(content))) + "/" +
               lowered(view(g_mime_content_type_get_media_subtype(content)));
    }

    void multipart(GMimeMultipart* multipart, int parent) {
        const int container = m_assembly.open_container(type_of(GMIME_OBJECT(multipart)), parent);
        if (view(g_mime_multipart_get_boundary(multipart)).size() >
            m_assembly.options().limits.boundary_bytes) {
            m_assembly.fail(boundary_too_long(m_assembly.options().limits));
        }
        // Whether the parser came to the closing boundary; it warns only where the message ends.
        if (!view(g_mime_object_get_content_type_parameter(GMIME_OBJECT(multipart), "boundary"))
                 .empty() &&
            !multipart->write_end_boundary) {
            m_assembly.add_defect(MailDefect::unclosed_multipart);
        }
        const int count = g_mime_multipart_get_count(multipart);
        for (int i = 0; i < count && !m_assembly.error(); ++i) {
            object(g_mime_multipart_get_part(multipart, i), container);
        }
    }

    void leaf(GMimePart* part, int parent) {
        GMimeObject* const object = GMIME_OBJECT(part);
        MailAssembly::Leaf leaf;
        leaf.type = type_of(object);
        GMimeContentType* content = g_mime_object_get_content_type(object);
        leaf.charset = view(g_mime_content_type_get_parameter(content, "charset"));
        leaf.encoding = view(g_mime_object_get_header(object, "Content-Transfer-Encoding"));
        leaf.file_name = view(g_mime_part_get_filename(part));
        if (GMimeContentDisposition* disposition = g_mime_object_get_content_disposition(object)) {
            leaf.says_attachment = equal_ignoring_case(
                view(g_mime_content_disposition_get_disposition(disposition)), "attachment");
        }
        GMimeDataWrapper* wrapper = g_mime_part_get_content(part);
        GMimeStream* stream = wrapper ? g_mime_data_wrapper_get_stream(wrapper) : nullptr;
        const std::string_view raw = stream ? bytes_of(stream) : std::string_view();
        const TransferEncoding encoding = transfer_encoding_of(leaf.encoding);
        const bool encoded =
            encoding == TransferEncoding::base64 || encoding == TransferEncoding::quoted_printable;
        const bool broken = encoded && is_broken_transfer(encoding, raw);
        std::string bytes;
        if (!encoded || !m_assembly.wants_decoded(leaf)) {
            bytes = raw;
        } else if (encoding == TransferEncoding::base64) {
            bytes = decoded(wrapper);
        } else {
            // GMime keeps blanks at the ends of lines, which RFC 2045 (6.7, rule 3) wants deleted.
            bytes = decode_transfer(encoding, raw).bytes;
        }
        m_assembly.add_leaf(std::move(leaf), parent, std::move(bytes), broken);
    }

    static std::string decoded(GMimeDataWrapper* wrapper) {
        const Held<GMimeStream> out(g_mime_stream_mem_new());
        g_mime_data_wrapper_write_to_stream(wrapper, out.get());
        return std::string(bytes_of(out.get()));
    }

    MailAssembly& m_assembly;
};

class GmimeParser : public MailParser {
public:
    std::string_view name() const override { return "gmime"; }

    Slot parse(std::string_view message, const ParseOptions& options) const override {
        if (auto error = over_limit(message, options)) {
            return tl::unexpected(std::move(*error));
        }
        message = looked_at(message, options.mode);
        if (may_nest_groups(message)) {
            return tl::unexpected(ParseError{
                ParseError::Kind::limit,
                "an address field may hold more than 1000 groups in each other, which GMime would "
                "follow; the parser mimetic reads it"});
        }
        MailAssembly assembly(message, options);
        const bool whole = options.mode != ParseMode::metadata;
        const std::unique_ptr<GMimeParserOptions, FreeOptions> settings(
            g_mime_parser_options_new());
        g_mime_parser_options_set_warning_callback(settings.get(), note_warning, &assembly);
        const Held<GMimeStream> stream(
            g_mime_stream_mem_new_with_buffer(message.data(), message.size()));
        const Held<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
        const Held<GMimeMessage> result(
            g_mime_parser_construct_message(parser.get(), settings.get()));
        Walk walk(assembly);
        if (result) walk.headers_of(result.get());
        if (whole) walk.object(result ? g_mime_message_get_mime_part(result.get()) : nullptr, -1);
        return assembly.finish();
    }
};

}  // namespace

std::unique_ptr<MailParser> make_gmime_parser() {
    // The library's own tables; they stay until the process ends.
    static const bool ready = [] {
        g_mime_init();
        return true;
    }();
    (void)ready;
    return std::make_unique<GmimeParser>();
}

std::string gmime_version() {
    return fmt::format("{}.{}.{}", gmime_major_version, gmime_minor_version, gmime_micro_version);
}

}  // namespace stallscope
