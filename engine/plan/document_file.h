// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "plan/result.h"

namespace stallscope {

/// The bytes of a document, at most one more than one may have (16 MiB; what is longer is refused
/// when it is parsed). `what` names it in sentences: "an experiment file". Error: kind experiment,
/// at the file.
Result<std::string> read_document_file(const std::filesystem::path& file, std::string_view what,
                                       std::string_view hint_where_none = {});

}  // namespace stallscope
