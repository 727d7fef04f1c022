// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "batch/mail_parser.h"

namespace stallscope {

/// The mail libraries that this build has.
inline std::vector<std::unique_ptr<MailParser>> every_library() {
    std::vector<std::unique_ptr<MailParser>> parsers;
    for (const ParserListing& listing : parser_listing()) {
        if (listing.missing.empty() && listing.name != "spin") {
            parsers.push_back(make_parser(listing.name).value());
        }
    }
    return parsers;
}

inline std::vector<ParseOptions> every_mode() {
    std::vector<ParseOptions> all;
    for (const auto mode : {ParseMode::full, ParseMode::lazy, ParseMode::metadata}) {
        for (const auto shape : {ParseShape::flat, ParseShape::tree}) {
            ParseOptions options;
            options.mode = mode;
            options.shape = shape;
            all.push_back(options);
        }
    }
    return all;
}

}  // namespace stallscope
