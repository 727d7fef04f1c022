// SPDX-License-Identifier: Apache-2.0
#include "run/kept_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

namespace stallscope {

Result<void> keep_file(const std::filesystem::path& file, std::string_view text,
                       std::string_view what, ErrorKind kind) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    auto temporary = file;
    temporary += fmt::format(".{}", ::getpid());
    {
        std::ofstream out(temporary);
        out << text;
        if (!out.flush()) {
            return fail(kind, fmt::format("{} could not be stored", what), temporary.string(),
                        "check the space and the rights of that folder");
        }
    }
    std::filesystem::rename(temporary, file, error);
    if (error) return fail(kind, error.message(), file.string());
    return {};
}

}  // namespace stallscope
