// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/field.h"

class QPlainTextEdit;

namespace stallscope::app {

/// Environment variables, NAME=value on a line each. A line without "=" is kept while it is typed
/// and counts once it has one.
class EnvironmentField final : public Field {
    Q_OBJECT

public:
    EnvironmentField(ExperimentDocument& document, Spec spec, QWidget* parent = nullptr);

protected:
    void show_value() override;
    ExperimentTree edited(const QJsonValue& value) const override;
    void set_editable(bool editable) override;

private:
    QString shown() const;
    ExperimentTree typed() const;

    QPlainTextEdit* m_text;
};

}  // namespace stallscope::app
