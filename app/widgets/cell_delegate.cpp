// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cell_delegate.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPainter>

#include "models/cells_model.h"
#include "widgets/field_message.h"

namespace stallscope::app {
namespace {

/// "thread (inherited)", or a dash where there is nothing to inherit.
QString inherit_entry(const QModelIndex& index) {
    const QString inherited = index.data(CellsModel::inherited_role).toString();
    return inherited.isEmpty() ? QStringLiteral("–")
                               : CellDelegate::tr("%1 (inherited)").arg(inherited);
}

}  // namespace

CellDelegate::CellDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    if (index.data(CellsModel::problem_role).toString().isEmpty()) return;
    const QColor red = fault_colour(option.palette);
    const bool is_selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setPen(QPen(is_selected ? option.palette.color(QPalette::HighlightedText) : red, 2));
    const QRect box = option.rect.adjusted(1, 1, -2, -2);
    painter->drawLine(box.bottomLeft(), box.bottomRight());
    painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("⚠"));
    painter->restore();
}

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                    const QModelIndex& index) const {
    const QStringList words = index.data(CellsModel::words_role).toStringList();
    if (words.isEmpty()) {
        auto* line = new QLineEdit(parent);
        line->setFrame(false);
        line->setAutoFillBackground(true);
        line->setPlaceholderText(index.data(CellsModel::inherited_role).toString());
        return line;
    }
    auto* box = new QComboBox(parent);
    box->addItem(inherit_entry(index), QString());
    const QStringList meanings = index.data(CellsModel::meanings_role).toStringList();
    for (qsizetype i = 0; i < words.size(); ++i) {
        box->addItem(words.at(i), words.at(i));
        box->setItemData(box->count() - 1, meanings.value(i), Qt::ToolTipRole);
    }
    auto* delegate = const_cast<CellDelegate*>(this);
    connect(box, &QComboBox::activated, box, [delegate, box] {
        emit delegate->commitData(box);
        emit delegate->closeEditor(box);
    });
    return box;
}

void CellDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setText(text);
        line->selectAll();
        return;
    }
    auto* box = qobject_cast<QComboBox*>(editor);
    if (!box) return;
    if (box->findData(text) < 0) box->addItem(text, text);
    box->setCurrentIndex(box->findData(text));
}

void CellDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                const QModelIndex& index) const {
    if (const auto* line = qobject_cast<QLineEdit*>(editor))
        model->setData(index, line->text(), Qt::EditRole);
    if (const auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentData().toString(), Qt::EditRole);
}

void CellDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex&) const {
    QRect place = option.rect;
    // What is typed and what can be chosen is often longer than what is shown.
    const int wide = std::max(place.width(), editor->sizeHint().width());
    const int right_end = editor->parentWidget()->width();
    place.setWidth(std::max(place.width(), std::min(wide, right_end - place.left())));
    editor->setGeometry(place);
}

}  // namespace stallscope::app
