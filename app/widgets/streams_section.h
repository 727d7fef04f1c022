// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/list_section.h"

namespace stallscope::app {

/// The sources of requests, before any cell changes them.
class StreamsSection final : public ListSection {
    Q_OBJECT

public:
    explicit StreamsSection(ExperimentDocument& document, QWidget* parent = nullptr);

protected:
    QStringList names() const override;
    QString pointer_of(int row) const override;
    int row_of(const QString& pointer) const override;
    QString shape_of(int row) const override;
    QWidget* new_form_of(int row) override;

private:
    void add();
    void duplicate(int row);
    void remove(int row);
};

}  // namespace stallscope::app
