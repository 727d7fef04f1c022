// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <functional>

#include "widgets/design_section.h"

class QLabel;
class QTableView;

namespace stallscope::app {

class CellsModel;
class FieldMessage;

/// The table of cells, with what can be done to its rows.
class CellsSection final : public DesignSection {
    Q_OBJECT

public:
    explicit CellsSection(ExperimentDocument& document, QWidget* parent = nullptr);

    /// Add, duplicate, repeat, remove, up, down, inherit: for menus and the list of keys.
    QList<QAction*> row_actions() const { return m_actions; }
    void show_place(const QString& pointer) override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QAction* action(const QString& id, const QString& icon, const QString& text, const QString& tip,
                    const QKeySequence& key, std::function<int(int row)> edit);
    void make_actions();
    void select_row(int row);
    void update_actions();
    void say_what_is_made();
    void choose_columns(const QPoint& where);
    void fit_columns();

    CellsModel* m_model;
    QTableView* m_table;
    FieldMessage* m_message;
    QLabel* m_made;  ///< of cells that the file makes from factors
    QList<QAction*> m_actions;
    bool m_columns_fit = false;
};

}  // namespace stallscope::app
