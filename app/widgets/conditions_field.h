// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/field.h"

class QLineEdit;

namespace stallscope::app {

/// The conditions a criterion must hold in, with commas between them: one is written as
/// "condition", several as "conditions".
class ConditionsField final : public Field {
    Q_OBJECT

public:
    /// The pointer of the spec is that of the criterion's "condition".
    ConditionsField(ExperimentDocument& document, Spec spec, QWidget* parent = nullptr);

    bool shows(const QString& place) const override;

protected:
    void show_value() override;
    ExperimentTree edited(const QJsonValue& value) const override;
    void set_editable(bool editable) override;

private:
    const QString& one() const { return pointer(); }
    QString several() const { return pointer() + QLatin1Char('s'); }
    QString criterion() const { return pointer().section(QLatin1Char('/'), 0, -2); }
    QStringList written() const;
    QStringList typed() const;

    QLineEdit* m_line;
};

}  // namespace stallscope::app
