// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report_content.h"

class QIODevice;

namespace stallscope::app {

/// The report on A4 pages: fonts embedded, charts as vectors where a figure has them, the run's
/// name and seal above and the page's number below every page. A heading is never the last line of
/// a page, a table's head is repeated where it goes on. Returns the number of pages. A device that
/// takes no more says so itself.
int write_pdf_report(QIODevice& device, const ReportContent& content,
                     const QVector<ReportFigure>& figures);

}  // namespace stallscope::app
