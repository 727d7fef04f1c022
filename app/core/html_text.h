// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stallscope::app {

/// Anybody's text as HTML, for content and for attributes in double quotes: nothing in it is
/// markup, and everything in it is visible (core/visible_text.h).
QString html_text(QStringView text);

/// The same for several lines in a <pre>: line breaks and tabs stay.
QString preformatted(QStringView text);

/// A file's name as one word of a POSIX shell's command line, in single quotes when it needs them.
QString shell_word(const QString& name);

}  // namespace stallscope::app
