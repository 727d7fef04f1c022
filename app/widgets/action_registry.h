// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>
#include <QVector>
#include <functional>

class QAction;
class QWidget;

namespace stallscope::app {

/// Everything the window can do, once: menus, tool bars and the list of keys are made from it, so
/// that none of them can be wrong about a key.
class ActionRegistry final : public QObject {
    Q_OBJECT

public:
    struct Spec {
        QString id;     ///< the action's objectName: "open", "run"
        QString text;   ///< with its mnemonic: "&Open…"
        QString group;  ///< heading in the list of keys: "File", "Run"
        QVector<QKeySequence> keys = {};
        QString icon = {};  ///< name in resources/icons/actions; empty: none
        QString tip = {};   ///< a sentence; empty: the text
        bool checkable = false;
    };
    /// A line of the list of keys.
    struct Line {
        QString group, keys, what;
    };

    /// The keys work while `window` or a child of it has the focus.
    explicit ActionRegistry(QWidget& window);

    /// A new action, owned by the registry. `id` must be new.
    QAction* add(const Spec& spec, std::function<void()> triggered);
    /// Lists an action that a page made and keeps; it needs a text and an objectName.
    void adopt(QAction* action, const QString& group);
    /// A key or gesture that no action stands for, like the wheel over a chart.
    void add_line(const QString& group, const QString& keys, const QString& what);

    /// nullptr when there is none.
    QAction* find(const QString& id) const;
    /// Actions with keys and the added lines, groups together, in the order of their coming.
    QVector<Line> lines() const;

private:
    struct Entry {
        QString group;
        QAction* action = nullptr;  ///< or a line
        QString keys, what;
    };
    QWidget& m_window;
    QVector<Entry> m_entries;
};

}  // namespace stallscope::app
