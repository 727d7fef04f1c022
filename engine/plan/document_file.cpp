// SPDX-License-Identifier: Apache-2.0
#include "plan/document_file.h"

#include <fmt/format.h>

#include <fstream>

#include "plan/text_guard.h"

namespace stallscope {

Result<std::string> read_document_file(const std::filesystem::path& file, std::string_view what,
                                       std::string_view hint_where_none) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        return fail(ErrorKind::experiment, "there is no such file", file.string(),
                    std::string(hint_where_none));
    }
    if (std::filesystem::is_directory(status)) {
        return fail(ErrorKind::experiment, fmt::format("this is a folder, not {}", what),
                    file.string());
    }
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(largest_document + 1, '\0');
    if (stream) stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream && !stream.eof()) {
        return fail(ErrorKind::experiment, "the file cannot be read", file.string(),
                    "Is it yours to read?");
    }
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

}  // namespace stallscope
