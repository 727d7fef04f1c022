// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include "core/experiment_document.h"

namespace stallscope::app {

/// The conditions of the open experiment: a row each, a column with a check for every stream.
class ConditionsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { problem_role = Qt::UserRole };  ///< QString: what is wrong; empty: nothing

    /// `document` outlives the model.
    explicit ConditionsModel(ExperimentDocument& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// The row that a pointer leads to, −1 when none.
    int row_of(const QString& pointer) const;

    // Each gives the row to select afterwards, −1 when nothing was done.
    int add();  ///< with all streams, at the end
    int remove(int row);
    int move(int row, int by);

private:
    bool can_edit() const { return !m_document.is_read_only() && m_document.is_readable(); }
    bool has_row(int row) const { return row >= 0 && row < m_rows; }
    bool runs(int row, const QString& stream) const;
    QString problem(int row) const;
    void take_over();

    ExperimentDocument& m_document;
    ExperimentTree m_tree;
    QStringList m_streams;
    int m_rows = 0;
};

}  // namespace stallscope::app
