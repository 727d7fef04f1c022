// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/experiments_model.h"

#include <utility>

namespace stallscope::app {

ExperimentsModel::ExperimentsModel(QObject* parent) : QAbstractTableModel(parent) {}

void ExperimentsModel::set_experiments(QVector<ShippedExperiment> experiments) {
    beginResetModel();
    m_experiments = std::move(experiments);
    endResetModel();
}

int ExperimentsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_experiments.size());
}

int ExperimentsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant ExperimentsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ShippedExperiment& experiment = m_experiments.at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == name_column) return experiment.name;
            return experiment.fault.isEmpty() ? experiment.question : experiment.fault;
        case Qt::ToolTipRole:
            return experiment.file;
        case file_role:
            return experiment.file;
        default:
            return {};
    }
}

QVariant ExperimentsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case name_column:
            return tr("Experiment");
        case question_column:
            return tr("Question");
        default:
            return {};
    }
}

}  // namespace stallscope::app
