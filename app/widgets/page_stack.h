// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <QWidget>

class QAction;
class QStackedWidget;
class QToolBar;

namespace stallscope::app {

class Page;

/// The pages of the window, one visible at a time, with the bar that chooses it.
class PageStack final : public QWidget {
    Q_OBJECT

public:
    explicit PageStack(QWidget* parent = nullptr);

    /// `choose` is a checkable action of the window; its objectName is the page's id.
    void add(QAction* choose, Page* page);
    void show_page(const QString& id);

    QString current_id() const;
    Page* current() const;
    Page* find(const QString& id) const;  ///< nullptr when there is none
    QStringList ids() const;
    QVector<Page*> pages() const;

signals:
    void current_changed(const QString& id);

private:
    QToolBar* m_bar;
    QStackedWidget* m_stack;
    QVector<QAction*> m_actions;
};

}  // namespace stallscope::app
