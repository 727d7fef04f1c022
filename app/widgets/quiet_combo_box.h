// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace stallscope::app {

/// A combo box that the wheel changes only while it has the focus: scrolling a page over it must
/// not edit an experiment.
class QuietComboBox final : public QComboBox {
    Q_OBJECT

public:
    explicit QuietComboBox(QWidget* parent = nullptr);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

}  // namespace stallscope::app
