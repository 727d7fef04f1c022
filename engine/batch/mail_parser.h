// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "batch/parsed_mail.h"
#include "plan/result.h"

namespace stallscope {

/// How much of a message is made.
enum class ParseMode {
    full,      ///< texts and attachments decoded
    lazy,      ///< texts decoded, attachments left encoded (see decoded_bytes)
    metadata,  ///< the headers; the body is not looked at, so its defects are not found
};
enum class ParseShape {
    flat,  ///< lists of texts and attachments
    tree,  ///< and how the parts lie in each other
};

/// What a message may cost. More than that is an error in its slot, found before it is paid for.
struct ParseLimits {
    std::size_t message_bytes = std::size_t{64} << 20U;  ///< at most 2 GiB, whatever is set
    std::size_t header_bytes = std::size_t{256}
                               << 10U;  ///< of the header (mimetic: of each part's)
    std::size_t boundary_bytes = 998;   ///< length of a boundary (RFC 5322: longest line)
    int parts = 10'000;                 ///< containers and leaves together
    int depth = 100;                    ///< containers within each other
};

struct ParseOptions {
    ParseMode mode = ParseMode::full;
    ParseShape shape = ParseShape::flat;
    bool strict = false;  ///< a message with a defect is an error; not with metadata
    ParseLimits limits;
};

/// One library behind one interface. Any number of threads may call the same object.
class MailParser {
public:
    virtual ~MailParser() = default;
    /// The name it was made by.
    virtual std::string_view name() const = 0;
    /// Reads one message; does not keep its bytes. Time and memory are bounded by the limits.
    virtual Slot parse(std::string_view message, const ParseOptions& options) const = 0;
};

/// Settings of the spin parser, which computes instead of parsing: it spans the range in which
/// threads start to pay. A mail's digest is its size.
struct SpinSettings {
    double us_per_kib = 1.1;      ///< µs of work per 1024 bytes, ≥ 0
    double us_per_message = 0.3;  ///< µs of work per message, ≥ 0
};

/// A parser by name: "mimetic", "gmime", "spin". Error (kind experiment for a name that nobody
/// knows, environment for one that this build lacks): which there are and what to install.
Result<std::unique_ptr<MailParser>> make_parser(std::string_view name, SpinSettings spin = {});

/// A parser that there could be.
struct ParserListing {
    std::string name;
    std::string version;  ///< of the library; empty: none, or it does not say
    std::string missing;  ///< why this build lacks it; empty: it is there
};
std::vector<ParserListing> parser_listing();

/// The version of that parser's library as listed; empty: there is no such parser.
std::string parser_version(std::string_view parser);

}  // namespace stallscope
