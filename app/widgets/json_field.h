// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/field.h"

class QPlainTextEdit;

namespace stallscope::app {

/// A part of the experiment as JSON text. What cannot be read stays in the editor, is named beneath
/// it, and is taken over once it can.
class JsonField final : public Field {
    Q_OBJECT

public:
    JsonField(ExperimentDocument& document, Spec spec, QWidget* parent = nullptr);

protected:
    void show_value() override;
    void set_editable(bool editable) override;

private:
    void take_over();

    QPlainTextEdit* m_text;
    FieldMessage* m_unreadable;
};

/// A text editor for JSON: letters of one width, no line breaks of its own.
QPlainTextEdit* new_json_editor();

}  // namespace stallscope::app
