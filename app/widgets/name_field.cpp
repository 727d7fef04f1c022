// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/name_field.h"

#include <QLineEdit>
#include <utility>

namespace stallscope::app {

NameField::NameField(ExperimentDocument& document, Spec spec, std::function<QString()> shown,
                     std::function<ExperimentTree(const QString& name)> renamed, QWidget* parent)
    : Field(document, std::move(spec), parent),
      m_line(new QLineEdit),
      m_shown(std::move(shown)),
      m_renamed(std::move(renamed)) {
    connect(m_line, &QLineEdit::editingFinished, this, [this] {
        const QString name = m_line->text().trimmed();
        if (!name.isEmpty() && name != m_shown()) commit(name);
        m_line->setText(m_shown());
        this->document().end_merging();
    });
    set_editor(m_line, Width::wide);
}

ExperimentTree NameField::edited(const QJsonValue& value) const {
    return m_renamed(value.toString());
}

void NameField::show_value() {
    if (!m_line->hasFocus() || !m_line->isModified()) m_line->setText(m_shown());
}

void NameField::set_editable(bool editable) {
    m_line->setReadOnly(!editable);
}

}  // namespace stallscope::app
