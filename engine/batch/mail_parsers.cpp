// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "batch/mail_parser.h"
#include "batch/spin_parser.h"
#ifdef STALLSCOPE_GMIME
#include "batch/gmime_parser.h"
#endif
#ifdef STALLSCOPE_MIMETIC
#include "batch/mimetic_parser.h"
#endif

namespace stallscope {

namespace {

bool is_length(double value) {
    return std::isfinite(value) && value >= 0 && value <= 1e9;
}

}  // namespace

std::vector<ParserListing> parser_listing() {
    return {
#ifdef STALLSCOPE_MIMETIC
        {"mimetic", mimetic_version(), ""},
#else
        {"mimetic", "", "this build was made without libmimetic (Debian: libmimetic-dev)"},
#endif
#ifdef STALLSCOPE_GMIME
        {"gmime", gmime_version(), ""},
#else
        {"gmime", "", "this build was made without GMime 3 (Debian: libgmime-3.0-dev)"},
#endif
        {"spin", "", ""},
    };
}

Result<std::unique_ptr<MailParser>> make_parser(std::string_view name, SpinSettings spin) {
    std::string names;
    for (const ParserListing& listing : parser_listing()) {
        if (listing.name == name && !listing.missing.empty()) {
            return fail(ErrorKind::environment, fmt::format("parser {} is not there", name), "",
                        fmt::format("{}. Install it and build again.", listing.missing));
        }
        if (listing.missing.empty()) names += (names.empty() ? "" : ", ") + listing.name;
    }
#ifdef STALLSCOPE_MIMETIC
    if (name == "mimetic") return make_mimetic_parser();
#endif
#ifdef STALLSCOPE_GMIME
    if (name == "gmime") return make_gmime_parser();
#endif
    if (name != "spin") {
        return fail(ErrorKind::experiment, fmt::format("there is no parser \"{}\"", name), "",
                    fmt::format("There are {}.", names));
    }
    if (!is_length(spin.us_per_kib) || !is_length(spin.us_per_message)) {
        return fail(ErrorKind::experiment, "the spin parser's times are out of range", "",
                    "Give 0 to 1e9 µs per KiB and per message.");
    }
    return std::make_unique<SpinParser>(spin);
}

std::string parser_version(std::string_view parser) {
    for (const ParserListing& one : parser_listing())
        if (one.name == parser) return one.version;
    return {};
}

}  // namespace stallscope
