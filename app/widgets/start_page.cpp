// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start_page.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

namespace stallscope::app {

StartPage::StartPage(QAbstractItemModel& experiments, QWidget* parent) : QWidget(parent) {
    auto* heading = new QLabel(tr("Nothing is open yet"));
    heading->setObjectName(QStringLiteral("heading"));
    QFont font = heading->font();
    font.setPointSizeF(font.pointSizeF() * 1.5);
    heading->setFont(font);

    auto* text = new QLabel(
        experiments.rowCount() > 0
            ? tr("These experiments come with Stallscope. For now they are measured from the "
                 "command line: experiments/run NAME, or stallscope run FILE.")
            : tr("The experiments that come with Stallscope were not found beside this program. "
                 "Install it again, or start it with app/run."));
    text->setObjectName(QStringLiteral("empty_state"));
    text->setWordWrap(true);

    auto* list = new QTreeView;
    list->setObjectName(QStringLiteral("experiments"));
    list->setAccessibleName(tr("Experiments"));
    list->setModel(&experiments);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAlternatingRowColors(true);
    list->setAllColumnsShowFocus(true);
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list->setVisible(experiments.rowCount() > 0);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(heading);
    layout->addWidget(text);
    layout->addWidget(list, 1);
    if (experiments.rowCount() == 0) layout->addStretch(1);
}

}  // namespace stallscope::app
