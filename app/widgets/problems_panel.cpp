// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/problems_panel.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "widgets/plain_tip.h"

namespace stallscope::app {
namespace {

constexpr int most_kept = 200;
constexpr int text_role = Qt::UserRole;
constexpr int times_role = Qt::UserRole + 1;

QString in_words(const Problem& problem) {
    QString text = problem.where.isEmpty()
                       ? problem.says
                       : QStringLiteral("%1: %2").arg(problem.where, problem.says);
    if (!text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    if (!problem.hint.isEmpty()) text += QLatin1Char('\n') + problem.hint;
    return text;
}

}  // namespace

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent),
      m_list(new QListWidget),
      m_copy(new QPushButton(tr("Copy"))),
      m_clear(new QPushButton(tr("Clear"))) {
    setObjectName(QStringLiteral("problems_panel"));
    m_list->setObjectName(QStringLiteral("problems"));
    m_list->setAccessibleName(tr("Problems"));
    m_list->setWordWrap(true);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setAlternatingRowColors(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_copy->setToolTip(tr("The selected problems, or all, as text"));
    connect(m_copy, &QPushButton::clicked, this, &ProblemsPanel::copy);
    connect(m_clear, &QPushButton::clicked, this, &ProblemsPanel::clear);

    auto* buttons = new QVBoxLayout;
    buttons->addWidget(m_copy);
    buttons->addWidget(m_clear);
    buttons->addStretch(1);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    update_buttons();
}

void ProblemsPanel::add(const Problem& problem) {
    const QString text = in_words(problem);
    const QString now = QDateTime::currentDateTime().toString(QStringLiteral("HH:mm:ss"));
    QListWidgetItem* first = m_list->item(0);
    if (first && first->data(text_role).toString() == text) {
        const int times = first->data(times_role).toInt() + 1;
        first->setData(times_role, times);
        first->setText(tr("%1  %2 (%n times)", nullptr, times).arg(now, text));
        return;
    }
    auto* item = new QListWidgetItem(style()->standardIcon(QStyle::SP_MessageBoxWarning),
                                     QStringLiteral("%1  %2").arg(now, text));
    item->setData(text_role, text);
    item->setData(times_role, 1);
    item->setToolTip(plain_tip(text));
    m_list->insertItem(0, item);
    while (m_list->count() > most_kept) delete m_list->takeItem(m_list->count() - 1);
    update_buttons();
    emit count_changed(count());
}

int ProblemsPanel::count() const {
    return m_list->count();
}

QString ProblemsPanel::text() const {
    QStringList texts;
    for (int row = 0; row < m_list->count(); ++row) texts.append(m_list->item(row)->text());
    return texts.join(QLatin1Char('\n'));
}

void ProblemsPanel::clear() {
    m_list->clear();
    update_buttons();
    emit count_changed(0);
}

void ProblemsPanel::copy() const {
    QStringList texts;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->isSelected()) texts.append(m_list->item(row)->text());
    QGuiApplication::clipboard()->setText(texts.isEmpty() ? text() : texts.join(QLatin1Char('\n')));
}

void ProblemsPanel::update_buttons() {
    m_copy->setEnabled(count() > 0);
    m_clear->setEnabled(count() > 0);
}

}  // namespace stallscope::app
