// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cell_picker.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>

#include "charts/series_style.h"

namespace stallscope::app {
namespace {

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
    const QStringList hidden = [&] {
        QStringList names;
        for (qsizetype i = 0; i < m_cells.size(); ++i) {
            if (!m_buttons[i]->isChecked()) names += m_cells[i];
        }
        return names;
    }();
    qDeleteAll(m_buttons);
    m_buttons.clear();
    m_cells = cells;
    for (const QString& cell : cells) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("cell_") + cell);
        button->setText(cell);
        button->setCheckable(true);
        button->setChecked(!hidden.contains(cell));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize({20, 12});
        button->setToolTip(tr("Show or hide %1").arg(cell));
        connect(button, &QToolButton::toggled, this, &CellPicker::chosen_changed);
        m_row->addWidget(button);
        m_buttons += button;
    }
    draw_icons();
}

QStringList CellPicker::chosen() const {
    QStringList names;
    for (qsizetype i = 0; i < m_cells.size(); ++i) {
        if (m_buttons[i]->isChecked()) names += m_cells[i];
    }
    return names;
}

void CellPicker::set_chosen(const QString& cell, bool on) {
    if (const qsizetype at = m_cells.indexOf(cell); at >= 0) m_buttons[at]->setChecked(on);
}

void CellPicker::draw_icons() {
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setIcon(line_icon(static_cast<int>(i), palette(), devicePixelRatioF()));
    }
}

void CellPicker::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) draw_icons();
}

}  // namespace stallscope::app
