// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "core/leg_names.h"

namespace stallscope::app {

/// A list of all legs and steps of the reply's path, each with its definition as tooltip.
class LegPicker final : public QComboBox {
    Q_OBJECT

public:
    explicit LegPicker(QWidget* parent = nullptr);

    AnyLeg leg() const;
    void set_leg(AnyLeg leg);

signals:
    void leg_changed();
};

}  // namespace stallscope::app
