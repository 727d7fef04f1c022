// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QVector>

class QDockWidget;
class QMainWindow;
class QMenu;
class QWidget;

namespace stallscope::app {

/// The docks around the pages, and the way back to how they are shipped.
class WindowDocks final : public QObject {
    Q_OBJECT

public:
    explicit WindowDocks(QMainWindow& window);

    /// `id` is the dock's objectName: the saved layout knows it by that.
    QDockWidget* add(const QString& id, const QString& title, QWidget* content,
                     Qt::DockWidgetArea area, bool shown_at_first);
    /// Entries that show and hide each dock.
    void fill(QMenu& menu) const;
    void show(const QString& id);
    QVector<QDockWidget*> docks() const;

    QByteArray layout() const;
    /// Bytes of another version are ignored: the shipped layout stays.
    void restore(const QByteArray& layout);
    void reset();

private:
    struct Placed {
        QDockWidget* dock = nullptr;
        Qt::DockWidgetArea area = Qt::BottomDockWidgetArea;
        bool shown = false;
    };
    QMainWindow& m_window;
    QVector<Placed> m_docks;
};

}  // namespace stallscope::app
