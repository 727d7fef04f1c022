// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include "core/experiment_document.h"

class QFormLayout;

namespace stallscope::app {

/// The fields of one stream; which ones depends on its kinds of workload and load.
class StreamForm final : public QWidget {
    Q_OBJECT

public:
    StreamForm(ExperimentDocument& document, const QString& stream, QWidget* parent = nullptr);

    const QString& stream() const { return m_stream; }
    /// What the choice of fields depends on: the form is made anew when it differs.
    static QString shape_of(const ExperimentTree& tree, const QString& stream);

private:
    QString place(const char* below) const { return m_place + QLatin1String(below); }
    void add_workload(QFormLayout* form);
    void add_length(QFormLayout* form);
    void add_load(QFormLayout* form);

    ExperimentDocument& m_document;
    QString m_stream, m_place;
};

}  // namespace stallscope::app
