// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;
class QTimer;

namespace stallscope::app {

class TableModel;

/// A table with a filter above it: sorts at its headings, copies what is selected (Ctrl+C), or all
/// that is shown, as TSV with units. What the filter does not understand is said beside it, the
/// rows stay.
class DataTable final : public QWidget {
    Q_OBJECT

public:
    /// `name` is what a screen reader says; the model outlives the table.
    DataTable(TableModel& model, const QString& name, QWidget* parent = nullptr);

    QTableView& view() const { return *m_view; }
    QLineEdit& filter() const { return *m_filter; }
    /// What stands in the place of rows while there are none.
    void set_empty_text(const QString& text);
    /// Widgets in front of the filter, left to right.
    void add_in_front(QWidget* widget);
    /// This column takes what room is left, its texts on as many lines as they need.
    void set_wide_column(int column);
    /// Columns become as wide as their content (of the first rows), up to a limit.
    void fit_columns();

    /// As Ctrl+C: the selected cells, all rows where none is selected.
    QByteArray selected_tsv() const;
    void copy_selection() const;
    void copy_all() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply_filter();
    void count_rows();
    void open_menu(const QPoint& at);
    void fit_rows_soon();
    void fit_rows();

    TableModel& m_model;
    QTableView* m_view;
    QLineEdit* m_filter;
    QLabel* m_count;
    QLabel* m_fault;
    QLabel* m_empty;
    QTimer* m_fit;  ///< many causes, one fitting
    int m_wide_column = -1;
};

}  // namespace stallscope::app
