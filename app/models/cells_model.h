// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QVector>

#include "core/cell_setups.h"
#include "core/experiment_document.h"
#include "models/cell_columns.h"

namespace stallscope::app {

/// The cells of the open experiment: a row each, a column for everything that a cell may override.
/// What it overrides is bold, what it inherits is dimmed; an empty value inherits again. All edits
/// go through the document, and come back from it.
class CellsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        pointer_role = Qt::UserRole,  ///< QString: the place in the experiment that is edited
        overridden_role,              ///< bool: the cell says it itself
        inherited_role,               ///< QString: what would hold without
        problem_role,                 ///< QString: what is wrong with it; empty: nothing
        words_role,                   ///< QStringList: what can be chosen; empty: it is typed
        meanings_role,                ///< QStringList: what each of them means
    };

    /// `document` outlives the model.
    explicit CellsModel(ExperimentDocument& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// The column for a place inside a cell, −1 when there is none.
    int column_of(const QString& place) const;
    const CellColumn& column(int column) const { return m_columns.at(column); }
    /// The field of a pointer like "/cells/2/streams/ane/binding": invalid when it is none of a
    /// cell's.
    QModelIndex index_of(const QString& pointer) const;
    /// The cell inherits again; an id stays.
    void clear(const QModelIndex& index);

    // Each gives the row to select afterwards, −1 when nothing was done.
    int add(int row);        ///< below it; at the end when there is no such row
    int duplicate(int row);  ///< the same overrides once more
    int repeat(int row);     ///< the same cell once more, for the noise floor
    int remove(int row);
    int move(int row, int by);

private:
    bool can_edit() const { return !m_document.is_read_only() && m_document.is_readable(); }
    bool has_row(int row) const { return row >= 0 && row < m_rows; }
    QString cell(int row) const;
    QString place(int row, const CellColumn& column) const;
    bool overrides(int row, const CellColumn& column) const;
    bool is_off(int row, const CellColumn& column) const;
    QString text(int row, const CellColumn& column) const;
    QString typed_text(int row, const CellColumn& column) const;
    QString inherited_text(int row, const CellColumn& column) const;
    QString tip(int row, const CellColumn& column) const;
    ExperimentTree edited(int row, const CellColumn& column, const QString& text) const;
    QStringList words(int row, const CellColumn& column) const;
    int edit_rows(const QString& label, const ExperimentTree& tree, int row);

    void take_over();
    void place_problems();

    ExperimentDocument& m_document;
    ExperimentTree m_tree;
    int m_rows = 0;
    QVector<CellColumn> m_columns;
    CellSetups m_setups;
    QHash<std::pair<int, int>, QString> m_problems;  ///< by row and column
};

}  // namespace stallscope::app
