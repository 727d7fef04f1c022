// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace stallscope::app {

/// An icon of resources/icons by its file's name without ending: "run", "undo", "fit". Drawn in the
/// application palette's text colour as it is at that moment (dimmed when disabled, the highlight's
/// text colour when selected), so a change of theme needs nothing but a repaint. Sharp at every
/// size and pixel ratio. A name that does not exist gives a null icon.
QIcon tinted_icon(const QString& name);

/// The program's own icon, in its own colours.
QIcon application_icon();

}  // namespace stallscope::app
