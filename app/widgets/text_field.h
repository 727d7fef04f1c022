// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/field.h"

class QPlainTextEdit;

namespace stallscope::app {

/// A text of some lines.
class TextField final : public Field {
    Q_OBJECT

public:
    TextField(ExperimentDocument& document, int lines, Spec spec, QWidget* parent = nullptr);

protected:
    void show_value() override;
    void set_editable(bool editable) override;

private:
    QPlainTextEdit* m_text;
};

}  // namespace stallscope::app
