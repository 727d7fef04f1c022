// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListWidget;
class QPushButton;

namespace stallscope::app {

class RunSession;
class SessionList;

/// The runs that are open or being measured; choosing one shows it on every page.
class RunsPanel final : public QWidget {
    Q_OBJECT

public:
    /// `sessions` outlives the panel.
    explicit RunsPanel(SessionList& sessions, QWidget* parent = nullptr);

signals:
    void close_requested(stallscope::app::RunSession* session);
    void compare_requested(const QStringList& files);

private:
    void renew();
    QVector<RunSession*> chosen() const;
    void update_buttons();

    SessionList& m_sessions;
    QListWidget* m_list;
    QPushButton* m_compare;
    QPushButton* m_close;
};

}  // namespace stallscope::app
