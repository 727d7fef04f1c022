// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/field.h"

class QCheckBox;

namespace stallscope::app {

/// A yes or no. The key is there only where it differs from what holds without it.
class FlagField final : public Field {
    Q_OBJECT

public:
    FlagField(ExperimentDocument& document, bool fallback, Spec spec, QWidget* parent = nullptr);

protected:
    void show_value() override;

private:
    bool m_fallback;
    QCheckBox* m_box;
};

}  // namespace stallscope::app
