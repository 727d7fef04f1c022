// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace stallscope::app {

class ExperimentDocument;

/// The hash to publish before a run, or the one a run was sealed with.
class SealLine final : public QWidget {
    Q_OBJECT

public:
    /// `document` outlives this.
    explicit SealLine(const ExperimentDocument& document, QWidget* parent = nullptr);

private:
    void update_all();

    const ExperimentDocument& m_document;
    QLabel* m_hash;
    QToolButton* m_copy;
};

}  // namespace stallscope::app
