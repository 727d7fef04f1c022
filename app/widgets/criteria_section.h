// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/list_section.h"

namespace stallscope::app {

/// What must hold, fixed before the run.
class CriteriaSection final : public ListSection {
    Q_OBJECT

public:
    explicit CriteriaSection(ExperimentDocument& document, QWidget* parent = nullptr);

protected:
    QStringList names() const override;
    QString pointer_of(int row) const override;
    int row_of(const QString& pointer) const override;
    QString shape_of(int row) const override;
    QWidget* new_form_of(int row) override;

private:
    void add();
};

}  // namespace stallscope::app
