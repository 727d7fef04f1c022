// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/design_section.h"

class QTableView;
class QToolButton;

namespace stallscope::app {

class ConditionsModel;
class FieldMessage;

/// Which streams run together.
class ConditionsSection final : public DesignSection {
    Q_OBJECT

public:
    explicit ConditionsSection(ExperimentDocument& document, QWidget* parent = nullptr);

    void show_place(const QString& pointer) override;

private:
    QToolButton* button(const QString& icon, const QString& text, int (ConditionsSection::*edit)());
    int add();
    int remove();
    int up();
    int down();
    int current() const;
    void update_all();

    ConditionsModel* m_model;
    QTableView* m_table;
    FieldMessage* m_message;
    QList<QToolButton*> m_buttons;
};

}  // namespace stallscope::app
