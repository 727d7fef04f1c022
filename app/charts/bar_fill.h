// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QCPPainter;

namespace stallscope::app {

/// Black or white, whichever is read more easily on the colour.
QColor ink_on(const QColor& colour);

/// A surface in the colour, with the pattern's lines over it unless it is solid: bars that lie
/// beside each other are told apart without their colours.
void fill_bar(QCPPainter& painter, const QRectF& box, const QColor& colour, Qt::BrushStyle pattern);

}  // namespace stallscope::app
