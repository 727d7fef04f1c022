// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/results.h"
#include "core/report_content.h"
#include "core/run_data.h"

namespace stallscope::app {

/// The charts of a run for its report, drawn light and dark at twice the pixels and as vectors: the
/// criteria; of each stream and condition how the return leg is distributed; mean legs, the reply's
/// path, the wait against the time left in the other call, throughput. `data` is the run's, to its
/// end, `results` its analysis. There must be a QApplication. Error: of the run file.
Result<QVector<ReportFigure>> report_figures(const RunData& data, const RunResults& results,
                                             const RunReader& run);

}  // namespace stallscope::app
