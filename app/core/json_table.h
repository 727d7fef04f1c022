// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/markdown_blocks.h"

namespace stallscope::app {

/// A JSON object as a table of two columns, what and value: "load" → "0.03, 0.66, 0.95", objects in
/// objects as "interpreters › python3 › version". A null is "–" with its reason from the object's
/// "why_null". What is no object gives a table without rows.
MarkdownBlock json_table(std::string_view json);

}  // namespace stallscope::app
