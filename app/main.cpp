// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <algorithm>
#include <array>
#include <string_view>

#include "core/about.h"
#include "core/shipped_experiments.h"
#include "widgets/main_window.h"

namespace {

/// Help and version are answered without a display.
bool only_asks(int argc, char** argv) {
    constexpr std::array<std::string_view, 5> questions = {"-h", "--help", "--help-all", "-v",
                                                           "--version"};
    return std::any_of(argv + 1, argv + argc, [&](const char* argument) {
        return std::find(questions.begin(), questions.end(), argument) != questions.end();
    });
}

void process_command_line(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main",
                                    "The desktop app of Stallscope, which finds the lock, binding "
                                    "or placement that makes requests wait."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(application);
}

void name(QCoreApplication& application) {
    application.setApplicationName(QStringLiteral("stallscope-workbench"));
    application.setApplicationVersion(stallscope::app::version());
}

}  // namespace

int main(int argc, char** argv) {
    if (only_asks(argc, argv)) {
        QCoreApplication application(argc, argv);
        name(application);
        process_command_line(application);
        return 0;
    }
    QApplication application(argc, argv);
    name(application);
    QGuiApplication::setApplicationDisplayName(stallscope::app::product_name());
    QGuiApplication::setDesktopFileName(QStringLiteral("stallscope-workbench"));
    process_command_line(application);

    stallscope::app::MainWindow window(stallscope::app::share_folder() +
                                       QStringLiteral("/experiments"));
    window.show();
    return QApplication::exec();
}
