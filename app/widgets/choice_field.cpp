// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/choice_field.h"

#include <utility>

#include "widgets/quiet_combo_box.h"

namespace stallscope::app {

ChoiceField::ChoiceField(ExperimentDocument& document, QVector<ExperimentWord> words, Spec spec,
                         QWidget* parent)
    : Field(document, std::move(spec), parent),
      m_words(std::move(words)),
      m_box(new QuietComboBox) {
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_box->setMinimumContentsLength(12);
    connect(m_box, &QComboBox::activated, this, [this](int index) {
        const QString word = m_box->itemData(index).toString();
        commit(word.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(word));
        this->document().end_merging();
    });
    set_editor(m_box, Width::narrow);
}

void ChoiceField::set_words(QVector<ExperimentWord> words) {
    m_words = std::move(words);
    show_value();
}

void ChoiceField::set_shown(std::function<QString()> shown) {
    m_shown = std::move(shown);
    show_value();
}

bool ChoiceField::shows(const QString& place) const {
    return m_shown ? place == pointer() : Field::shows(place);
}

ExperimentTree ChoiceField::edited(const QJsonValue& value) const {
    return m_edit && value.isString() ? m_edit(value.toString()) : Field::edited(value);
}

void ChoiceField::fill(const QString& current) {
    m_box->clear();
    if (!spec().fallback.isEmpty()) {
        m_box->addItem(tr("%1 (default)").arg(spec().fallback), QString());
        for (const ExperimentWord& word : std::as_const(m_words))
            if (word.word == spec().fallback) m_box->setItemData(0, word.means, Qt::ToolTipRole);
    } else if (current.isEmpty()) {
        m_box->addItem(QStringLiteral("–"), QString());
    }
    bool is_known = current.isEmpty();
    for (const ExperimentWord& word : std::as_const(m_words)) {
        m_box->addItem(word.word, word.word);
        m_box->setItemData(m_box->count() - 1, word.means, Qt::ToolTipRole);
        is_known = is_known || word.word == current;
    }
    if (!is_known) m_box->addItem(current, current);
}

void ChoiceField::show_value() {
    const QString text = m_shown ? m_shown() : tree().shown(pointer());
    const QString current = text.isEmpty() && !m_shown ? tree().line_at(pointer()) : text;
    fill(current);
    m_box->setCurrentIndex(std::max(0, m_box->findData(current)));
    // What a word means stands beside it.
    set_hint(m_box->currentData(Qt::ToolTipRole).toString());
}

}  // namespace stallscope::app
