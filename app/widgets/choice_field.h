// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <functional>

#include "core/experiment_words.h"
#include "widgets/field.h"

class QComboBox;

namespace stallscope::app {

/// One of several words. A word that is none of them is shown as it stands; nothing but a choice
/// changes it.
class ChoiceField final : public Field {
    Q_OBJECT

public:
    ChoiceField(ExperimentDocument& document, QVector<ExperimentWord> words, Spec spec,
                QWidget* parent = nullptr);

    void set_words(QVector<ExperimentWord> words);
    /// What else a choice changes (a workload of another kind has other keys): the whole tree after
    /// it. Without one the word is written.
    void set_edit(std::function<ExperimentTree(const QString& word)> edit) {
        m_edit = std::move(edit);
    }
    /// Where the word is a key and no value: what stands there now.
    void set_shown(std::function<QString()> shown);
    /// Faults below an object are those of its fields.
    bool shows(const QString& place) const override;

protected:
    void show_value() override;
    ExperimentTree edited(const QJsonValue& value) const override;

private:
    void fill(const QString& current);

    QVector<ExperimentWord> m_words;
    QComboBox* m_box;
    std::function<ExperimentTree(const QString& word)> m_edit;
    std::function<QString()> m_shown;
};

}  // namespace stallscope::app
