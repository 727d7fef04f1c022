// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flag_field.h"

#include <QCheckBox>

namespace stallscope::app {

FlagField::FlagField(ExperimentDocument& document, bool fallback, Spec spec, QWidget* parent)
    : Field(document, std::move(spec), parent), m_fallback(fallback), m_box(new QCheckBox) {
    m_box->setText(this->spec().label);
    connect(m_box, &QCheckBox::clicked, this, [this](bool on) {
        commit(on == m_fallback ? QJsonValue(QJsonValue::Undefined) : QJsonValue(on));
        this->document().end_merging();
    });
    set_editor(m_box, Width::narrow);
}

void FlagField::show_value() {
    m_box->setChecked(tree().value(pointer()).toBool(m_fallback));
}

}  // namespace stallscope::app
