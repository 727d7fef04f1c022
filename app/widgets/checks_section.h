// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/design_section.h"

class QCheckBox;
class QLabel;

namespace stallscope::app {

class FieldMessage;

/// What is checked before the first window, and the probes as they are written.
class ChecksSection final : public DesignSection {
    Q_OBJECT

public:
    explicit ChecksSection(ExperimentDocument& document, QWidget* parent = nullptr);

    void show_place(const QString& pointer) override;

private:
    void update_all();
    void set_check(const QString& check, bool on);
    QStringList checks() const;

    QList<QCheckBox*> m_boxes;
    FieldMessage* m_message;
    QLabel* m_probes;
};

}  // namespace stallscope::app
