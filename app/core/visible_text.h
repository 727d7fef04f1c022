// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stallscope::app {

/// Anybody's text so that nothing in it hides or turns the text around it: control characters and
/// the marks that change the writing direction are shown by their number, "[U+202E]". Line breaks
/// and tabs become spaces, unless `keeps_lines`.
QString visible_text(QStringView text, bool keeps_lines = false);

}  // namespace stallscope::app
