// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/field.h"

class QLineEdit;

namespace stallscope::app {

/// A value on one line.
class LineField final : public Field {
    Q_OBJECT

public:
    enum class Kind {
        text,     ///< as it is typed
        number,   ///< what is no number stays text, for the engine to say so
        names,    ///< a list of texts, with commas between them
        numbers,  ///< the same of numbers
        json,     ///< any value, as JSON or bare text
    };

    LineField(ExperimentDocument& document, Kind kind, Spec spec, QWidget* parent = nullptr);

protected:
    void show_value() override;
    void set_editable(bool editable) override;

private:
    QJsonValue typed() const;
    QString shown() const;

    Kind m_kind;
    QLineEdit* m_line;
};

}  // namespace stallscope::app
