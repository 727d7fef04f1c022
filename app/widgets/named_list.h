// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QListWidget;
class QToolButton;

namespace stallscope::app {

/// A list of names to choose from, with buttons to add, duplicate and remove one and, where the
/// order matters, to move it. It changes nothing itself.
class NamedList final : public QWidget {
    Q_OBJECT

public:
    enum class Order { fixed, matters };

    NamedList(const QString& what, Order order, QWidget* parent = nullptr);

    /// Keeps the row that is chosen, where there is one. `faulty` are marked with a sign.
    void set_names(const QStringList& names, const QList<int>& faulty);
    int current() const;  ///< −1: none
    QString current_name() const;
    void choose(int row);
    void set_editable(bool editable);

signals:
    void chosen(int row);
    void add_asked();
    void duplicate_asked(int row);
    void remove_asked(int row);
    void move_asked(int row, int by);

private:
    QToolButton* button(const QString& icon, const QString& tip);
    void update_buttons();

    QListWidget* m_list;
    QToolButton* m_add;
    QToolButton* m_duplicate;
    QToolButton* m_remove;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    QStringList m_names;
    bool m_is_editable = true;
};

}  // namespace stallscope::app
