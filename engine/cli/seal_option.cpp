// SPDX-License-Identifier: Apache-2.0
#include "cli/seal_option.h"

#include <algorithm>
#include <cctype>

namespace stallscope::cli {

Result<std::string> read_seal(std::string given) {
    std::transform(given.begin(), given.end(), given.begin(), [](char letter) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    });
    const bool is_hash =
        given.size() == 64 && given.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (given.empty() || is_hash) return given;
    return fail(ErrorKind::usage, "this is no SHA-256 of 64 hex digits", "--seal",
                "`stallscope seal EXPERIMENT` prints it");
}

}  // namespace stallscope::cli
