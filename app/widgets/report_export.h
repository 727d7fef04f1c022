// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "core/report_content.h"

namespace stallscope::app {

/// Writes report.html and report.pdf (`formats`: "html", "pdf") into `folder`, which is made when
/// it is not there, each whole or not at all. Returns the files. Error: what cannot be written,
/// where, and why; files that came before it stay.
Result<QStringList> write_report(const ReportContent& content, const QVector<ReportFigure>& figures,
                                 const QString& folder, const QStringList& formats);

/// The same from a run file: reads, analyses and draws it. Takes as long as the run is large. There
/// must be a QApplication, of whatever platform. Error: as RunReader::open, analyse, or above.
Result<QStringList> export_report(const QString& run_file, const QString& folder,
                                  const QStringList& formats);

}  // namespace stallscope::app
