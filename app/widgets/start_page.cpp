// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start_page.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "core/opened_file.h"
#include "models/experiments_model.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {
namespace {

QLabel* heading(const QString& text, double size) {
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    label->setFont(font);
    label->setWordWrap(true);
    return label;
}

QLabel* paragraph(const QString& text) {
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

constexpr int most_listed = 12;  ///< of runs, of experiments

QString time_text(const QDateTime& time) {
    return QLocale().toString(time, QLocale::ShortFormat);
}

QListWidgetItem* item_of(const QString& icon, const QString& title, const QString& says,
                         const QString& path) {
    auto* item = new QListWidgetItem(tinted_icon(icon), title + QLatin1Char('\n') + says);
    item->setData(Qt::UserRole, path);
    item->setToolTip(path);
    return item;
}

QListWidgetItem* item_of(const PastRun& run) {
    const QString name = QFileInfo(run.file).fileName();
    const QString says = run.fault.isEmpty()
                             ? StartPage::tr("%1 run of %2, %3")
                                   .arg(run.status, run.experiment, time_text(run.sealed_at))
                             : run.fault;
    return item_of(QStringLiteral("timeline"), name, says, run.file);
}

QListWidgetItem* item_of(const QString& experiment) {
    const QFileInfo info(experiment);
    return item_of(QStringLiteral("design"), info.fileName(),
                   StartPage::tr("experiment, %1").arg(time_text(info.lastModified())), experiment);
}

}  // namespace

StartPage::StartPage(QAbstractItemModel& experiments, QWidget* parent)
    : Page(parent), m_recent(new QListWidget), m_no_recent(paragraph(tr("Nothing yet."))) {
    setObjectName(QStringLiteral("start_page"));
    auto* title = heading(tr("Which lock, binding or placement makes your requests wait?"), 1.5);
    title->setObjectName(QStringLiteral("heading"));
    auto* text = paragraph(
        tr("Choose an experiment, change its cells on the page Design, and press Run. The charts "
           "show the replies while they come; the timeline shows what each of them waited for; "
           "the criteria, fixed before the first window, say whether the fix is really better. "
           "Opening a file runs nothing."));

    auto* lists = new QHBoxLayout;
    lists->setSpacing(24);
    lists->addWidget(shipped(experiments), 3);
    lists->addWidget(recent(), 2);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(28, 24, 28, 24);
    layout->setSpacing(12);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addSpacing(8);
    layout->addLayout(lists, 1);
}

QWidget* StartPage::shipped(QAbstractItemModel& experiments) {
    auto* list = new QTreeView;
    list->setObjectName(QStringLiteral("experiments"));
    list->setAccessibleName(tr("Experiments that come with Stallscope"));
    list->setModel(&experiments);
    list->setRootIsDecorated(false);
    list->setWordWrap(true);
    list->setAlternatingRowColors(true);
    list->setAllColumnsShowFocus(true);
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list->setVisible(experiments.rowCount() > 0);
    connect(list, &QTreeView::activated, this, [this](const QModelIndex& index) {
        emit copy_requested(index.siblingAtColumn(0).data(ExperimentsModel::file_role).toString());
    });

    auto* fresh = new QPushButton(tr("New experiment"));
    fresh->setObjectName(QStringLiteral("new"));
    connect(fresh, &QPushButton::clicked, this, &StartPage::new_requested);
    auto* choose = new QPushButton(tr("Open a file…"));
    choose->setObjectName(QStringLiteral("choose"));
    connect(choose, &QPushButton::clicked, this, &StartPage::choose_requested);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(fresh);
    buttons->addWidget(choose);
    buttons->addStretch(1);

    auto* side = new QWidget;
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(heading(tr("Start from an experiment"), 1.1));
    auto* says = paragraph(
        experiments.rowCount() > 0
            ? tr("Double-click one: you get a copy of your own, the original stays.")
            : tr("The experiments that come with Stallscope were not found beside this program. "
                 "Install it again, or start it with app/run."));
    says->setObjectName(QStringLiteral("empty_state"));
    layout->addWidget(says);
    layout->addWidget(list, 1);
    if (experiments.rowCount() == 0) layout->addStretch(1);
    layout->addLayout(buttons);
    return side;
}

QWidget* StartPage::recent() {
    m_recent->setObjectName(QStringLiteral("recent"));
    m_recent->setAccessibleName(tr("Opened last"));
    m_recent->setAlternatingRowColors(true);
    m_recent->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    m_recent->hide();
    connect(m_recent, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        emit open_requested(item->data(Qt::UserRole).toString());
    });

    auto* compare = new QPushButton(tr("Compare selected runs"));
    compare->setObjectName(QStringLiteral("compare_selected"));
    compare->setEnabled(false);
    const auto chosen_runs = [this] {
        QStringList runs;
        for (const QListWidgetItem* item : m_recent->selectedItems()) {
            const QString path = item->data(Qt::UserRole).toString();
            if (kind_of_file(path) == OpenedFile::run) runs.append(path);
        }
        return runs;
    };
    connect(m_recent, &QListWidget::itemSelectionChanged, this,
            [compare, chosen_runs] { compare->setEnabled(chosen_runs().size() > 1); });
    connect(compare, &QPushButton::clicked, this,
            [this, chosen_runs] { emit compare_requested(chosen_runs()); });

    auto* side = new QWidget;
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(heading(tr("Go on with"), 1.1));
    layout->addWidget(m_no_recent);
    layout->addWidget(m_recent, 1);
    layout->addStretch(0);
    layout->addWidget(paragraph(
        tr("Experiments (.json) and runs (.stallscope) can be dropped anywhere on this window; "
           "several runs are compared.")));
    layout->addWidget(compare, 0, Qt::AlignLeft);
    return side;
}

void StartPage::set_recent(const QVector<PastRun>& runs, const QStringList& experiments) {
    m_recent->clear();
    for (const PastRun& run : runs.mid(0, most_listed)) m_recent->addItem(item_of(run));
    for (const QString& experiment : experiments.mid(0, most_listed))
        if (QFileInfo::exists(experiment)) m_recent->addItem(item_of(experiment));
    m_recent->setVisible(m_recent->count() > 0);
    m_no_recent->setVisible(m_recent->count() == 0);
}

}  // namespace stallscope::app
