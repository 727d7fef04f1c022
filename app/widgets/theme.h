// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

class QApplication;

namespace stallscope::app {

/// Which colours the window has.
enum class Theme { system, light, dark };

QString to_text(Theme theme);         ///< "system", "light", "dark": the word in the settings
Theme theme_of(const QString& text);  ///< `system` for any other word

QPalette light_palette();
QPalette dark_palette();

/// Sets the application's palette; every chart and icon follows. `system` is the palette that the
/// desktop gave when the program started.
void apply(Theme theme, QApplication& application);

}  // namespace stallscope::app
