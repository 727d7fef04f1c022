// SPDX-License-Identifier: GPL-3.0-or-later
// How soon a run file is on the screen, and what it costs: the session of the workbench opens it as
// the window does, charts and their drawing left out.
//
//   app_open_run FILE
#include <sys/resource.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <cstdio>

#include "core/run_session.h"

namespace {

using namespace stallscope::app;

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return static_cast<double>(usage.ru_maxrss) / (1 << 20);
#else
    return static_cast<double>(usage.ru_maxrss) / (1 << 10);
#endif
}

std::size_t samples_of(const RunData& data) {
    std::size_t samples = 0;
    for (const VisitData& visit : data.visits()) {
        for (const auto& [stream, columns] : visit.streams) samples += columns.size();
    }
    return samples;
}

}  // namespace

int main(int argc, char** argv) {
    const QCoreApplication app(argc, argv);
    if (argc != 2) {
        std::fprintf(stderr, "usage: app_open_run FILE\n");
        return 1;
    }
    RunSession session;
    QElapsedTimer clock;
    bool has_samples = false, has_rows = false;
    const auto say = [&](const char* what) {
        std::printf("%8.3f s  %7.0f MiB at most  %10zu samples  %s\n",
                    static_cast<double>(clock.nsecsElapsed()) / 1e9, peak_mib(),
                    samples_of(session.data()), what);
    };
    QObject::connect(&session, &RunSession::problem, [](const Problem& problem) {
        std::fprintf(stderr, "%s: %s\n", qPrintable(problem.where), qPrintable(problem.says));
    });
    QObject::connect(&session, &RunSession::changed, [&] {
        if (!has_samples && samples_of(session.data()) > 0) {
            has_samples = true;
            say("first samples");
        }
        if (!has_rows && session.data().finished()) {
            has_rows = true;
            say("all rows told");
        }
    });
    QObject::connect(&session, &RunSession::ended, &app, [&] {
        say("findings and criteria");
        QCoreApplication::quit();
    });
    clock.start();
    QMetaObject::invokeMethod(
        &session, [&] { session.open(QString::fromLocal8Bit(argv[1])); }, Qt::QueuedConnection);
    return QCoreApplication::exec();
}
