// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace stallscope::app {

class ExperimentDocument;

/// Everything that is wrong with the experiment, beneath its fields. Takes no room while nothing
/// is; a click leads to the field.
class ProblemList final : public QListWidget {
    Q_OBJECT

public:
    /// `document` outlives this.
    explicit ProblemList(const ExperimentDocument& document, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void place_chosen(const QString& pointer);

private:
    void update_all();

    const ExperimentDocument& m_document;
};

}  // namespace stallscope::app
