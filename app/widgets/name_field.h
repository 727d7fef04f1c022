// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "widgets/field.h"

class QLineEdit;

namespace stallscope::app {

/// The name of something that other places refer to. Unlike other fields it is taken over when it
/// is left or Enter is pressed: names that are half typed would break what refers to them.
class NameField final : public Field {
    Q_OBJECT

public:
    /// `shown` reads the name, `renamed` gives the tree with another one.
    NameField(ExperimentDocument& document, Spec spec, std::function<QString()> shown,
              std::function<ExperimentTree(const QString& name)> renamed,
              QWidget* parent = nullptr);

    bool shows(const QString& place) const override { return place == pointer(); }

protected:
    void show_value() override;
    ExperimentTree edited(const QJsonValue& value) const override;
    void set_editable(bool editable) override;

private:
    QLineEdit* m_line;
    std::function<QString()> m_shown;
    std::function<ExperimentTree(const QString& name)> m_renamed;
};

}  // namespace stallscope::app
