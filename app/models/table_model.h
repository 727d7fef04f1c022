// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <QString>
#include <QVector>
#include <vector>

#include "models/row_filter.h"

namespace stallscope::app {

/// What stands above a column, and how its values look.
struct TableColumn {
    QString title;
    QString unit = {};       ///< behind the title: "return (ms)"; empty: none
    bool is_number = false;  ///< to the right, sorted by value
    int digits = 3;          ///< after the point
    QString says = {};       ///< tooltip of the heading: the definition
};

/// A table that sorts, filters and copies itself; rows come from a subclass. Numbers that are not
/// there (NaN) are shown as "–" and stand last in both directions. Sorting 10⁵ rows takes no
/// longer than drawing them: only row numbers are moved.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit TableModel(QVector<TableColumn> columns, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Column −1: the order in which the rows came.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// Shows only rows that pass (see RowFilter). Error: what cannot be understood; the rows stay
    /// as they were.
    Result<void> set_filter(const QString& text);

    const QVector<TableColumn>& columns() const { return m_columns; }
    /// Rows without the filter.
    int all_rows() const { return source_rows(); }
    /// The subclass's number of a shown row.
    int source_row(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    /// Where one of the subclass's rows is shown; −1: the filter hides it.
    int shown_row(int source) const;

    /// These rows and columns with the headings above, units in them, numbers with all their
    /// digits. Tabs and line ends in texts become spaces.
    QByteArray tsv(const std::vector<int>& rows, const std::vector<int>& columns) const;
    QByteArray tsv() const;  ///< all that is shown

protected:
    virtual int source_rows() const = 0;
    virtual double number_at(int source, int column) const = 0;  ///< NaN: none
    virtual QString text_at(int source, int column) const = 0;   ///< of columns without numbers
    virtual QString tooltip_at(int /*source*/, int /*column*/) const { return {}; }
    /// A sign or a colour beside a text: Qt::DecorationRole, ForegroundRole…
    virtual QVariant extra_at(int /*source*/, int /*column*/, int /*role*/) const { return {}; }

    void set_columns(QVector<TableColumn> columns);  ///< between begin_rows() and end_rows()
    void begin_rows() { beginResetModel(); }         ///< before the subclass's rows change
    void end_rows();                                 ///< after: sorted and filtered as before

private:
    QString shown_text(int source, int column) const;
    std::vector<int> order() const;
    void arrange();

    QVector<TableColumn> m_columns;
    std::vector<int> m_order;  ///< shown row → source row
    RowFilter m_filter;
    int m_sort_column = -1;
    Qt::SortOrder m_sort_order = Qt::AscendingOrder;
};

}  // namespace stallscope::app
