// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTemporaryDir>
#include <QTextStream>

#include "core/about.h"
#include "core/settings.h"
#include "core/shipped_experiments.h"
#include "widgets/command_line.h"
#include "widgets/grab_pages.h"
#include "widgets/main_window.h"
#include "widgets/report_export.h"
#include "widgets/theme.h"

using namespace stallscope::app;

namespace {

void name(QCoreApplication& application) {
    application.setApplicationName(QStringLiteral("stallscope-workbench"));
    application.setApplicationVersion(version());
}

int list(const stallscope::Result<QStringList>& files) {
    if (!files) return complain(files.error());
    for (const QString& file : *files) QTextStream(stdout) << file << '\n';
    return 0;
}

QString experiments() {
    return share_folder() + QStringLiteral("/experiments");
}

/// Nothing of the user's window shows in pictures that are made for others.
int take_pictures(const CommandLine& asked) {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(settings, experiments());
    window.open(asked.files);
    return list(grab_pages(window, asked.folder));
}

int open_window(const CommandLine& asked) {
    Settings settings;
    apply(theme_of(settings.text(QStringLiteral("theme"))), *qApp);
    MainWindow window(settings, experiments());
    window.show();
    window.open(asked.files);
    if (asked.task == CommandLine::Task::run) {
        window.run(asked.run, asked.close_when_done);
    } else {
        window.offer_drafts();
    }
    return QApplication::exec();
}

int run(const QCoreApplication& application) {
    const auto asked = parse_command_line(application.arguments());
    if (!asked) return complain(asked.error());
    switch (asked->task) {
        case CommandLine::Task::help:
            QTextStream(stdout) << command_line_help();
            return 0;
        case CommandLine::Task::version:
            QTextStream(stdout) << "stallscope-workbench " << version() << '\n';
            return 0;
        case CommandLine::Task::report:
            return list(export_report(asked->files.front(), asked->folder, asked->formats));
        case CommandLine::Task::pictures:
            return take_pictures(*asked);
        case CommandLine::Task::window:
        case CommandLine::Task::run:
            break;
    }
    return open_window(*asked);
}

}  // namespace

int main(int argc, char** argv) {
    const Screen screen = screen_needed(argc, argv);
    if (screen == Screen::none) {
        QCoreApplication application(argc, argv);
        name(application);
        return run(application);
    }
    if (screen == Screen::offscreen && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    name(application);
    QGuiApplication::setApplicationDisplayName(product_name());
    QGuiApplication::setDesktopFileName(QStringLiteral("stallscope-workbench"));
    return run(application);
}
