// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/action_registry.h"

#include <QAction>
#include <QWidget>
#include <algorithm>

#include "widgets/tinted_icon.h"

namespace stallscope::app {
namespace {

QString without_mnemonic(QString text) {
    text.remove(QLatin1Char('&'));
    while (text.endsWith(QChar(0x2026))) text.chop(1);
    return text;
}

QString shown(const QList<QKeySequence>& keys) {
    QStringList texts;
    for (const QKeySequence& key : keys) texts.append(key.toString(QKeySequence::NativeText));
    return texts.join(QStringLiteral(", "));
}

}  // namespace

ActionRegistry::ActionRegistry(QWidget& window) : QObject(&window), m_window(window) {}

QAction* ActionRegistry::add(const Spec& spec, std::function<void()> triggered) {
    Q_ASSERT(find(spec.id) == nullptr);
    auto* action = new QAction(spec.text, this);
    action->setObjectName(spec.id);
    action->setShortcuts(spec.keys);
    action->setCheckable(spec.checkable);
    if (!spec.icon.isEmpty()) action->setIcon(tinted_icon(spec.icon));
    if (!spec.tip.isEmpty()) action->setStatusTip(spec.tip);
    const QString keys = shown(spec.keys);
    const QString says = spec.tip.isEmpty() ? without_mnemonic(spec.text) : spec.tip;
    action->setToolTip(keys.isEmpty() ? says : QStringLiteral("%1 (%2)").arg(says, keys));
    connect(action, &QAction::triggered, this, [run = std::move(triggered)] { run(); });
    m_window.addAction(action);
    m_entries.append({spec.group, action, {}, {}});
    return action;
}

void ActionRegistry::adopt(QAction* action, const QString& group) {
    m_entries.append({group, action, {}, {}});
}

void ActionRegistry::add_line(const QString& group, const QString& keys, const QString& what) {
    m_entries.append({group, nullptr, keys, what});
}

QAction* ActionRegistry::find(const QString& id) const {
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.action && entry.action->objectName() == id;
    });
    return found == m_entries.end() ? nullptr : found->action;
}

QVector<ActionRegistry::Line> ActionRegistry::lines() const {
    QStringList groups;
    for (const Entry& entry : m_entries)
        if (!groups.contains(entry.group)) groups.append(entry.group);
    QVector<Line> lines;
    for (const QString& group : groups) {
        for (const Entry& entry : m_entries) {
            if (entry.group != group) continue;
            if (!entry.action) {
                lines.append({group, entry.keys, entry.what});
            } else if (!entry.action->shortcuts().isEmpty()) {
                lines.append({group, shown(entry.action->shortcuts()),
                              without_mnemonic(entry.action->text())});
            }
        }
    }
    return lines;
}

}  // namespace stallscope::app
