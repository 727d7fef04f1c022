// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report_export.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>

#include "core/html_report.h"
#include "core/run_file.h"
#include "core/run_session.h"
#include "core/whole_file.h"
#include "record/run_file.h"
#include "report/export_files.h"
#include "widgets/pdf_report.h"
#include "widgets/report_figures.h"

namespace stallscope::app {
namespace {

Error error_of(const Problem& problem) {
    return {ErrorKind::stale,
            problem.says.toStdString(),
            problem.where.toStdString(),
            problem.hint.toStdString(),
            {}};
}

}  // namespace

Result<QStringList> write_report(const ReportContent& content, const QVector<ReportFigure>& figures,
                                 const QString& folder, const QStringList& formats) {
    if (auto made = make_folder(folder); !made) return tl::unexpected(made.error());
    QStringList files;
    const auto write = [&](const char* name, const auto& fill) -> Result<void> {
        files << QDir(folder).filePath(QLatin1String(name));
        return write_whole_file(files.back(), fill);
    };
    Result<void> written;
    if (formats.contains(QLatin1String("html"))) {
        written = write(html_file,
                        [&](QIODevice& device) { device.write(html_report(content, figures)); });
    }
    if (written && formats.contains(QLatin1String("pdf"))) {
        written =
            write(pdf_file, [&](QIODevice& device) { write_pdf_report(device, content, figures); });
    }
    if (!written) return tl::unexpected(written.error());
    return files;
}

Result<QStringList> export_report(const QString& run_file, const QString& folder,
                                  const QStringList& formats) {
    // Opened once before, for an error with its kind.
    if (auto run = RunReader::open(QFile::encodeName(run_file).toStdString()); !run) {
        return tl::unexpected(run.error());
    }
    RunSession session;
    QVector<Problem> problems;
    QObject::connect(&session, &RunSession::problem, &session,
                     [&](const Problem& problem) { problems << problem; });
    QEventLoop reading;
    QObject::connect(&session, &RunSession::ended, &reading, &QEventLoop::quit,
                     Qt::QueuedConnection);
    session.open(run_file);
    reading.exec();
    if (!problems.isEmpty()) return tl::unexpected(error_of(problems.front()));
    const auto figures =
        report_figures(session.data(), *session.file()->results(), *session.file()->reader());
    if (!figures) return tl::unexpected(figures.error());
    return write_report(report_content(*session.file()->results()), *figures, folder, formats);
}

}  // namespace stallscope::app
