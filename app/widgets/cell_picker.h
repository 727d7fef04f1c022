// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

class QHBoxLayout;
class QToolButton;

namespace stallscope::app {

/// One button per cell, or per run, with the line that stands for it in the charts; what is down is
/// shown.
class CellPicker final : public QWidget {
    Q_OBJECT

public:
    explicit CellPicker(QWidget* parent = nullptr);

    /// All are shown at first; those that were there before keep their state. A name's number is
    /// that of its colour.
    void set_cells(const QStringList& cells);
    QStringList chosen() const;
    void set_chosen(const QString& cell, bool on);

signals:
    void chosen_changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void draw_icons();

    QHBoxLayout* m_row;
    QStringList m_cells;
    QVector<QToolButton*> m_buttons;
};

}  // namespace stallscope::app
