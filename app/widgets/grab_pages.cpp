// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/grab_pages.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTabWidget>
#include <QThread>

#include "core/plan_asker.h"
#include "core/run_file.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "widgets/main_window.h"
#include "widgets/page.h"
#include "widgets/page_stack.h"
#include "widgets/theme.h"

namespace stallscope::app {
namespace {

constexpr int step_ms = 10;
constexpr int calm_ms = 150;  ///< nothing has come for so long: what was asked for is drawn

bool is_reading(MainWindow& window) {
    const auto* plan = window.findChild<PlanAsker*>();
    if (plan && plan->is_asking()) return true;
    for (const RunSession* session : window.sessions().sessions()) {
        if (session->is_live()) return true;
        if (session->file() && !session->file()->results() &&
            session->data().finished().has_value() &&
            session->data().finished()->status != QLatin1String("failed"))
            return true;
    }
    return false;
}

void work_for(int milliseconds) {
    QElapsedTimer clock;
    clock.start();
    do {
        QApplication::processEvents(QEventLoop::AllEvents, step_ms);
        QThread::msleep(1);
    } while (clock.elapsed() < milliseconds);
}

QString named_after(const QTabWidget& tabs, int index) {
    QString name = tabs.tabText(index).toLower();
    name.remove(QLatin1Char('&'));
    return name.simplified().replace(QLatin1Char(' '), QLatin1Char('-'));
}

}  // namespace

void settle(MainWindow& window, int longest_ms) {
    QElapsedTimer clock;
    clock.start();
    while (is_reading(window) && clock.elapsed() < longest_ms) work_for(step_ms);
    window.refresh();
    work_for(calm_ms);
    window.refresh();
    work_for(step_ms);
}

void picture_pages(MainWindow& window,
                   const std::function<void(const QString&, const QImage&)>& take) {
    const auto picture = [&](const QString& name) {
        settle(window);
        take(name, window.grab().toImage());
    };
    for (const QString& id : window.pages().ids()) {
        window.pages().show_page(id);
        auto* tabs = window.pages().current()->findChild<QTabWidget*>();
        if (!tabs) {
            picture(id);
            continue;
        }
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            picture(QStringLiteral("%1-%2").arg(id, named_after(*tabs, tab)));
        }
    }
}

Result<QStringList> grab_pages(MainWindow& window, const QString& folder) {
    const auto refuse = [](const QString& file) {
        return fail(ErrorKind::usage, QObject::tr("the picture cannot be written").toStdString(),
                    file.toStdString(),
                    QObject::tr("Name a folder that can be written to.").toStdString());
    };
    if (!QDir().mkpath(folder)) return refuse(folder);
    auto& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
    QStringList files;
    QString failed;
    for (const Theme theme : {Theme::light, Theme::dark}) {
        apply(theme, application);
        window.resize(1280, 800);
        window.show();
        picture_pages(window, [&](const QString& name, const QImage& image) {
            const QString file =
                QDir(folder).filePath(QStringLiteral("%1-%2.png").arg(name, to_text(theme)));
            if (image.save(file))
                files.append(file);
            else if (failed.isEmpty())
                failed = file;
        });
    }
    if (!failed.isEmpty()) return refuse(failed);
    return files;
}

}  // namespace stallscope::app
