// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stallscope::app {

/// The style sheet of the HTML report: screen and paper, light and dark. ASCII.
extern const char* const report_style;

}  // namespace stallscope::app
