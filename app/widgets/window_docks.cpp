// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window_docks.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

namespace stallscope::app {
namespace {

constexpr int layout_version = 1;
// As shipped; the pages keep the rest.
constexpr int width = 200;
constexpr int height = 140;

}  // namespace

WindowDocks::WindowDocks(QMainWindow& window) : QObject(&window), m_window(window) {}

QDockWidget* WindowDocks::add(const QString& id, const QString& title, QWidget* content,
                              Qt::DockWidgetArea area, bool shown_at_first) {
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(id);
    dock->setWidget(content);
    m_window.addDockWidget(area, dock);
    dock->setVisible(shown_at_first);
    const bool beside = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
    m_window.resizeDocks({dock}, {beside ? width : height}, beside ? Qt::Horizontal : Qt::Vertical);
    m_docks.append({dock, area, shown_at_first});
    return dock;
}

void WindowDocks::fill(QMenu& menu) const {
    for (const Placed& placed : m_docks) menu.addAction(placed.dock->toggleViewAction());
}

void WindowDocks::show(const QString& id) {
    for (const Placed& placed : std::as_const(m_docks)) {
        if (placed.dock->objectName() != id) continue;
        placed.dock->show();
        placed.dock->raise();
    }
}

QVector<QDockWidget*> WindowDocks::docks() const {
    QVector<QDockWidget*> docks;
    for (const Placed& placed : m_docks) docks.append(placed.dock);
    return docks;
}

QByteArray WindowDocks::layout() const {
    return m_window.saveState(layout_version);
}

void WindowDocks::restore(const QByteArray& layout) {
    if (!layout.isEmpty()) m_window.restoreState(layout, layout_version);
}

void WindowDocks::reset() {
    for (const Placed& placed : std::as_const(m_docks)) {
        placed.dock->setFloating(false);
        m_window.addDockWidget(placed.area, placed.dock);
        placed.dock->setVisible(placed.shown);
    }
}

}  // namespace stallscope::app
