// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTextStream>

#include "core/about.h"
#include "core/shipped_experiments.h"
#include "widgets/command_line.h"
#include "widgets/main_window.h"
#include "widgets/report_export.h"

using namespace stallscope::app;

namespace {

void name(QCoreApplication& application) {
    application.setApplicationName(QStringLiteral("stallscope-workbench"));
    application.setApplicationVersion(version());
}

int complain(const stallscope::Error& error) {
    QTextStream(stderr) << "stallscope-workbench: "
                        << QString::fromStdString(stallscope::to_text(error)) << '\n';
    return exit_code_of(error.kind);
}

int export_files(const CommandLine& asked) {
    const auto files = export_report(asked.files.front(), asked.folder, asked.formats);
    if (!files) return complain(files.error());
    for (const QString& file : *files) QTextStream(stdout) << file << '\n';
    return 0;
}

int open_window() {
    MainWindow window(share_folder() + QStringLiteral("/experiments"));
    window.show();
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
            return export_files(*asked);
        case CommandLine::Task::window:
            break;
    }
    return open_window();
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
