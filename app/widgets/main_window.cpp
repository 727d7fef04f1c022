// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/main_window.h"

#include <QAction>
#include <QLabel>
#include <QMenuBar>
#include <QStatusBar>

#include "core/about.h"
#include "core/shipped_experiments.h"
#include "models/experiments_model.h"
#include "widgets/about_dialog.h"
#include "widgets/start_page.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {

MainWindow::MainWindow(const QString& experiments_folder, QWidget* parent)
    : QMainWindow(parent), m_experiments(new ExperimentsModel(this)) {
    setWindowTitle(product_name());
    setWindowIcon(application_icon());
    resize(960, 600);

    m_experiments->set_experiments(shipped_experiments(experiments_folder));
    setCentralWidget(new StartPage(*m_experiments));
    make_menus();

    auto* version_label = new QLabel(tr("Version %1").arg(version()));
    version_label->setObjectName(QStringLiteral("version"));
    statusBar()->addPermanentWidget(version_label);
}

void MainWindow::make_menus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    QAction* quit = file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
    quit->setObjectName(QStringLiteral("quit"));
    quit->setMenuRole(QAction::QuitRole);

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    QAction* about =
        help->addAction(tr("&About %1").arg(product_name()), this, &MainWindow::show_about);
    about->setObjectName(QStringLiteral("about"));
    about->setMenuRole(QAction::AboutRole);
}

void MainWindow::show_about() {
    auto* dialog = new AboutDialog(this);
    dialog->show();
}

}  // namespace stallscope::app
