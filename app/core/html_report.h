// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include "core/report_content.h"

namespace stallscope::app {

/// The report as one HTML file, UTF-8: no scripts, nothing fetched (the Content-Security-Policy in
/// it forbids both), well-formed XML, light or dark as the reader's system is, made to be printed.
/// Whatever a user named is text in it. The same content gives the same bytes.
QByteArray html_report(const ReportContent& content, const QVector<ReportFigure>& figures);

}  // namespace stallscope::app
