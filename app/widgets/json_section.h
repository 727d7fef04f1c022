// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/design_section.h"

class QPlainTextEdit;

namespace stallscope::app {

class FieldMessage;

/// The whole experiment as the text that is saved, for what no field covers and for mending a file
/// that is no JSON.
class JsonSection final : public DesignSection {
    Q_OBJECT

public:
    explicit JsonSection(ExperimentDocument& document, QWidget* parent = nullptr);

    /// "line 3, column 14" as well as pointers.
    void show_place(const QString& pointer) override;

private:
    void update_all();

    QPlainTextEdit* m_text;
    FieldMessage* m_message;
};

}  // namespace stallscope::app
