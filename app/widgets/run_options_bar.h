// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace stallscope::app {

class ExperimentDocument;

/// What a run changes before the seal: a preset, the window's length, the cycles.
class RunOptionsBar final : public QWidget {
    Q_OBJECT

public:
    /// `document` outlives this.
    explicit RunOptionsBar(ExperimentDocument& document, QWidget* parent = nullptr);

private:
    void take_over();
    void update_all();

    ExperimentDocument& m_document;
    QComboBox* m_preset;
    QLineEdit* m_seconds;
    QLineEdit* m_cycles;
};

}  // namespace stallscope::app
