// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QToolButton;

namespace stallscope::app {

/// One button per cell, or per run, with the line that stands for it in the charts; what is down is
/// shown. Many cells are a menu.
class CellPicker final : public QWidget {
    Q_OBJECT

public:
    explicit CellPicker(QWidget* parent = nullptr);

    /// All are shown at first; those that were there before keep their state. A name's number is
    /// that of its colour.
    void set_cells(const QStringList& cells);
    QStringList chosen() const;

signals:
    void chosen_changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void make_buttons();
    void make_menu();
    void tell_menu();
    void draw_icons();

    QHBoxLayout* m_row;
    QStringList m_cells;
    QVector<QAction*> m_actions;      ///< one per cell
    QVector<QToolButton*> m_buttons;  ///< one per cell, or the one of the menu
};

}  // namespace stallscope::app
