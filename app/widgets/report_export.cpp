// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report_export.h"

#include <QDir>
#include <QFile>

#include "analysis/results.h"
#include "core/html_report.h"
#include "core/whole_file.h"
#include "record/run_file.h"
#include "report/export_files.h"
#include "widgets/pdf_report.h"

namespace stallscope::app {

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
    const auto run = RunReader::open(QFile::encodeName(run_file).toStdString());
    if (!run) return tl::unexpected(run.error());
    const auto results = analyse(*run);
    if (!results) return tl::unexpected(results.error());
    return write_report(report_content(*results), {}, folder, formats);
}

}  // namespace stallscope::app
