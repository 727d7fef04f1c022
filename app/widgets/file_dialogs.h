// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace stallscope::app {

// File dialogs that do not block: `chosen` is called later, or never.

void choose_files_to_open(QWidget& window, const QString& folder,
                          std::function<void(const QStringList&)> chosen);
/// `proposed` is a file name with its folder.
void choose_file_to_save(QWidget& window, const QString& title, const QString& proposed,
                         const QString& filter, std::function<void(const QString&)> chosen);

}  // namespace stallscope::app
