// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <QPalette>

namespace stallscope::app {

/// From little to much; its lightness goes one way only, so that it can be read without telling
/// colours apart. `reach`: how far it goes, 1 to the darkest (the lightest on dark paper); less
/// leaves text on it readable. Nothing is drawn for NaN.
QCPColorGradient one_way_gradient(const QPalette& palette, double reach = 1);

/// A colour scale's axis is none of the plot's own, which get the palette's colours by themselves.
void copy_colours(const QCPAxis& from, QCPAxis& to);

}  // namespace stallscope::app
