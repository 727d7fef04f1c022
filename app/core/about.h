// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// What the app says of itself, in windows and on the command line alike.
namespace stallscope::app {

/// "0.1.0"
QString version();

/// The product's name, "Stallscope Workbench".
QString product_name();

/// What it is for, which licences hold and where to read them, as plain text with blank lines
/// between the paragraphs.
QString about_text();

}  // namespace stallscope::app
