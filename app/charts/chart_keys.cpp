// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_keys.h"

#include <QCoreApplication>

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("ChartKeys", text);
}

}  // namespace

QList<ChartKey> chart_keys() {
    return {
        {words("Wheel"), words("Zoom along x at the pointer")},
        {words("Ctrl+Wheel"), words("Zoom along y at the pointer")},
        {words("Drag"), words("Pan")},
        {words("Shift+Drag"), words("Zoom to a box")},
        {words("Double-click, F"), words("Fit everything into view")},
        {words("End"), words("Follow: new values move the view")},
        {words("+, −"), words("Zoom in, zoom out along x")},
        {words("Arrow keys"), words("Pan")},
        {words("A, B"), words("Put marker A or B at the pointer")},
        {words("Esc"), words("Take markers and cursor away")},
    };
}

}  // namespace stallscope::app
