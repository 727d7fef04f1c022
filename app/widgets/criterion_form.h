// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include "core/experiment_document.h"

class QFormLayout;

namespace stallscope::app {

/// The fields of one criterion; which ones depends on its metric and the form of its bound.
class CriterionForm final : public QWidget {
    Q_OBJECT

public:
    CriterionForm(ExperimentDocument& document, const QString& criterion,
                  QWidget* parent = nullptr);

    /// What the choice of fields depends on: the form is made anew when it differs.
    static QString shape_of(const ExperimentTree& tree, const QString& criterion);

private:
    QString at(const char* key) const { return m_place + QLatin1String(key); }
    void add_metric(QFormLayout* form);
    void add_places(QFormLayout* form);
    void add_bound(QFormLayout* form);
    void add_cell(QFormLayout* form, const char* key, const QString& label, const QString& help);

    ExperimentDocument& m_document;
    QString m_place;
};

}  // namespace stallscope::app
