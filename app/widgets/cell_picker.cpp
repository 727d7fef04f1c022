// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cell_picker.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>

#include "charts/series_style.h"
#include "widgets/plain_tip.h"

namespace stallscope::app {
namespace {

/// More cells than this are a menu: a row of so many buttons would be wider than the window.
constexpr qsizetype most_buttons = 12;

QIcon line_icon(int n, const QPalette& palette, double ratio) {
    constexpr QSize size(20, 12);
    QPixmap picture(size * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(series_pen(n, palette, 2.5));
    painter.drawLine(QLineF(1, 6, 19, 6));
    return QIcon(picture);
}

}  // namespace

CellPicker::CellPicker(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(2);
    setAccessibleName(tr("Cells that are shown"));
}

void CellPicker::set_cells(const QStringList& cells) {
    if (cells == m_cells) return;
    QStringList hidden = m_cells;
    hidden.removeIf([this](const QString& cell) { return chosen().contains(cell); });
    qDeleteAll(m_buttons);
    m_buttons.clear();
    qDeleteAll(m_actions);
    m_actions.clear();
    m_cells = cells;
    for (const QString& cell : cells) {
        auto* action = new QAction(cell, this);
        action->setCheckable(true);
        action->setChecked(!hidden.contains(cell));
        action->setToolTip(plain_tip(tr("Show or hide %1").arg(cell)));
        connect(action, &QAction::toggled, this, [this] {
            tell_menu();
            emit chosen_changed();
        });
        m_actions += action;
    }
    if (cells.size() > most_buttons) {
        make_menu();
    } else {
        make_buttons();
    }
    draw_icons();
}

void CellPicker::make_buttons() {
    for (QAction* action : m_actions) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("cell_") + action->text());
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize({20, 12});
        m_row->addWidget(button);
        m_buttons += button;
    }
}

void CellPicker::make_menu() {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("cells_menu"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    menu->addActions({m_actions.begin(), m_actions.end()});
    button->setMenu(menu);
    m_row->addWidget(button);
    m_buttons += button;
    tell_menu();
}

void CellPicker::tell_menu() {
    if (m_cells.size() <= most_buttons) return;
    m_buttons.first()->setText(tr("%1 of %2 shown").arg(chosen().size()).arg(m_cells.size()));
}

QStringList CellPicker::chosen() const {
    QStringList names;
    for (qsizetype i = 0; i < m_cells.size(); ++i) {
        if (m_actions[i]->isChecked()) names += m_cells[i];
    }
    return names;
}

void CellPicker::draw_icons() {
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        m_actions[i]->setIcon(line_icon(static_cast<int>(i), palette(), devicePixelRatioF()));
    }
}

void CellPicker::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) draw_icons();
}

}  // namespace stallscope::app
