// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/runs_panel.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "core/run_file.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "widgets/plain_tip.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {
namespace {

QString state_of(const RunSession& session) {
    const RunData& data = session.data();
    if (data.finished()) {
        const auto& end = *data.finished();
        if (end.reason.isEmpty() || end.status == QLatin1String("complete")) return end.status;
        return QStringLiteral("%1: %2").arg(end.status, end.reason);
    }
    const auto& progress = data.progress();
    if (progress.fraction)
        return RunsPanel::tr("%1 %, %2")
            .arg(qRound(*progress.fraction * 100))
            .arg(progress.state.isEmpty() ? RunsPanel::tr("running") : progress.state);
    return session.is_live() ? RunsPanel::tr("starting") : RunsPanel::tr("opened");
}

}  // namespace

RunsPanel::RunsPanel(SessionList& sessions, QWidget* parent)
    : QWidget(parent),
      m_sessions(sessions),
      m_list(new QListWidget),
      m_compare(new QPushButton(tr("Compare"))),
      m_close(new QPushButton(tr("Close"))) {
    setObjectName(QStringLiteral("runs_panel"));
    m_list->setObjectName(QStringLiteral("runs"));
    m_list->setAccessibleName(tr("Runs"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setAlternatingRowColors(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_compare->setToolTip(tr("Two or more runs side by side"));
    m_close->setToolTip(tr("Takes the run off this list; its file stays"));
    connect(&m_sessions, &SessionList::changed, this, &RunsPanel::renew);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0 && row < m_sessions.sessions().size())
            m_sessions.set_current(m_sessions.sessions()[row]);
    });
    connect(m_list, &QListWidget::itemSelectionChanged, this, &RunsPanel::update_buttons);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        QStringList files;
        for (const RunSession* session : chosen())
            if (session->file()) files.append(session->file()->path());
        emit compare_requested(files);
    });
    connect(m_close, &QPushButton::clicked, this, [this] {
        for (RunSession* session : chosen()) emit close_requested(session);
    });

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_compare);
    buttons->addWidget(m_close);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    renew();
}

void RunsPanel::renew() {
    const QSignalBlocker quiet(m_list);
    const auto& sessions = m_sessions.sessions();
    while (m_list->count() > sessions.size()) delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < sessions.size()) m_list->addItem(new QListWidgetItem);
    for (int row = 0; row < m_list->count(); ++row) {
        const RunSession& session = *sessions[row];
        QListWidgetItem* item = m_list->item(row);
        const QString text = QStringLiteral("%1\n%2").arg(session.title(), state_of(session));
        if (item->text() != text) item->setText(text);
        item->setToolTip(plain_tip(session.file() ? session.file()->path() : session.title()));
        if (sessions[row] == m_sessions.current() && m_list->currentRow() != row)
            m_list->setCurrentRow(row);
    }
    update_buttons();
}

QVector<RunSession*> RunsPanel::chosen() const {
    QVector<RunSession*> chosen;
    for (const QListWidgetItem* item : m_list->selectedItems())
        chosen.append(m_sessions.sessions()[m_list->row(item)]);
    return chosen;
}

void RunsPanel::update_buttons() {
    const auto sessions = chosen();
    const auto files = std::count_if(sessions.begin(), sessions.end(),
                                     [](const RunSession* session) { return session->file(); });
    m_compare->setEnabled(files > 1);
    m_close->setEnabled(!sessions.isEmpty());
}

}  // namespace stallscope::app
