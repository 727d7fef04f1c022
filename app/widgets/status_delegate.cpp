// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status_delegate.h"

#include <QPainter>

#include "charts/series_style.h"
#include "models/values_model.h"

namespace stallscope::app {
namespace {

constexpr int stroke = 4;

QString status_of(const QModelIndex& index) {
    return index.data(ValuesModel::status_role).toString();
}

QColor colour_of(const QString& status, const QPalette& palette) {
    // The severities of findings have the colours of the words they can cause.
    if (status == QLatin1String("blocks")) return status_colour(QStringLiteral("invalid"), palette);
    if (status == QLatin1String("warns")) return status_colour(QStringLiteral("not_met"), palette);
    return status_colour(status, palette);
}

}  // namespace

void StatusDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!status_of(index).isEmpty()) option->font.setBold(true);
    // A number keeps its distance from a text in the next column.
    if (option->displayAlignment & Qt::AlignRight) option->text += QChar(QChar::Nbsp);
}

void StatusDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    const QString status = status_of(index);
    if (status.isEmpty()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem moved = option;
    moved.rect.adjust(stroke + 2, 0, 0, 0);
    QStyledItemDelegate::paint(painter, moved, index);
    painter->fillRect(
        QRect(option.rect.left(), option.rect.top() + 2, stroke, option.rect.height() - 4),
        colour_of(status, option.palette));
}

QSize StatusDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rheight() += 4;
    if (!status_of(index).isEmpty()) size.rwidth() += stroke + 2;
    return size;
}

}  // namespace stallscope::app
