// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

namespace stallscope::app {

class ExperimentsModel;

/// The workbench's window.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// `experiments_folder` holds the shipped experiments; it may be missing.
    explicit MainWindow(const QString& experiments_folder, QWidget* parent = nullptr);

private:
    void make_menus();
    void show_about();

    ExperimentsModel* m_experiments;
};

}  // namespace stallscope::app
