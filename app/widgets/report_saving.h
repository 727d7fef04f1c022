// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stallscope::app {

class MainWindow;

/// Asks where, and writes the report of the run that the window looks at.
void save_report(MainWindow& window);

}  // namespace stallscope::app
