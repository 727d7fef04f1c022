// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/keys_overlay.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/action_registry.h"

namespace stallscope::app {
namespace {

QLabel* plain(const QString& text) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* heading(const QString& text) {
    auto* label = plain(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

/// One group under the other in two columns of about the same height.
QVector<QVector<ActionRegistry::Line>> columns_of(const QVector<ActionRegistry::Line>& lines) {
    QVector<QVector<ActionRegistry::Line>> columns(2);
    QString group;
    for (const auto& line : lines) {
        const bool first_is_full = columns[0].size() * 2 >= lines.size();
        const bool stays = line.group == group && columns[1].isEmpty();
        columns[first_is_full && !stays ? 1 : 0].append(line);
        group = line.group;
    }
    return columns;
}

}  // namespace

KeysOverlay::KeysOverlay(const ActionRegistry& actions, QWidget& window)
    : QFrame(&window), m_actions(actions), m_window(window) {
    setObjectName(QStringLiteral("keys_overlay"));
    setAccessibleName(tr("Keys"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setFocusPolicy(Qt::StrongFocus);
    hide();
    window.installEventFilter(this);
}

void KeysOverlay::toggle() {
    if (isVisible()) {
        hide();
        return;
    }
    fill();
    place();
    show();
    raise();
    setFocus();
}

void KeysOverlay::fill() {
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    delete layout();
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(24, 18, 24, 18);
    auto* title = heading(tr("Keys"));
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    title->setFont(font);
    outer->addWidget(title);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(40);
    for (const auto& column : columns_of(m_actions.lines())) {
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(18);
        grid->setVerticalSpacing(3);
        QString group;
        int row = 0;
        for (const auto& line : column) {
            if (line.group != group) {
                if (row > 0) grid->setRowMinimumHeight(row++, 8);
                grid->addWidget(heading(line.group), row++, 0, 1, 2);
                group = line.group;
            }
            grid->addWidget(plain(line.keys), row, 0);
            grid->addWidget(plain(line.what), row++, 1);
        }
        grid->setRowStretch(row, 1);
        columns->addLayout(grid);
    }
    outer->addLayout(columns);
    outer->addWidget(plain(tr("Any key closes this.")));
}

void KeysOverlay::place() {
    adjustSize();
    const QSize size = this->sizeHint().boundedTo(m_window.size() - QSize(20, 20));
    resize(size);
    move((m_window.width() - size.width()) / 2, (m_window.height() - size.height()) / 2);
}

void KeysOverlay::keyPressEvent(QKeyEvent* event) {
    event->accept();
    hide();
}

void KeysOverlay::mousePressEvent(QMouseEvent* /*event*/) {
    hide();
}

bool KeysOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::Resize && isVisible()) place();
    return QFrame::eventFilter(watched, event);
}

}  // namespace stallscope::app
