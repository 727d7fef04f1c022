// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "core/shipped_experiments.h"

namespace stallscope::app {

/// The experiments one can start from: a row each, name and question.
class ExperimentsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name_column, question_column, column_count };
    enum Role { file_role = Qt::UserRole };  ///< absolute path of the experiment file

    explicit ExperimentsModel(QObject* parent = nullptr);

    void set_experiments(QVector<ShippedExperiment> experiments);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVector<ShippedExperiment> m_experiments;
};

}  // namespace stallscope::app
