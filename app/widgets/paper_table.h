// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/markdown_blocks.h"
#include "widgets/paper_flow.h"

class QPaintDevice;

namespace stallscope::app {

/// A table as pieces, its head and then a piece for each row, at most `width` wide: columns are as
/// wide as their content where all fit, else figures stay in one line as long as that is possible
/// and sentences are broken.
std::vector<PaperPiece> paper_table(const MarkdownTableBlock& table, double width,
                                    QPaintDevice& device);

/// How wide columns become that share `width`, from their natural widths and the least ones.
std::vector<double> column_widths(const std::vector<double>& natural,
                                  const std::vector<double>& least, double width);

}  // namespace stallscope::app
