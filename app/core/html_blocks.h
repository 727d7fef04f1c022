// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/markdown_blocks.h"

namespace stallscope::app {

/// Blocks as HTML, everything in them escaped. Headings keep their level. A table is a <table> in a
/// <div class="table">; in its columns "verdict" and "control" a known word carries its sign and
/// the class of its colour (core/verdict_words.h), and a finding has the class of its severity.
QString html_blocks(const QVector<MarkdownBlock>& blocks);
QString html_line(const MarkdownLine& line);

}  // namespace stallscope::app
