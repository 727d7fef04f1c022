// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/quiet_combo_box.h"

#include <QWheelEvent>

namespace stallscope::app {

QuietComboBox::QuietComboBox(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void QuietComboBox::wheelEvent(QWheelEvent* event) {
    if (hasFocus()) {
        QComboBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

}  // namespace stallscope::app
