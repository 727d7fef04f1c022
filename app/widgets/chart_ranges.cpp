// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart_ranges.h"

#include "charts/chart.h"
#include "core/run_file.h"
#include "core/run_session.h"
#include "core/settings.h"
#include "widgets/page.h"

namespace stallscope::app {
namespace {

/// Empty for a run without a file: it cannot be opened again.
QString name_of(const Chart& chart, const RunSession& session) {
    if (!session.file() || chart.objectName().isEmpty()) return {};
    return session.file()->path() + QLatin1Char('|') + chart.objectName();
}

}  // namespace

void remember_ranges(const Page& page, const RunSession& session, Settings& settings) {
    for (const Chart* chart : page.charts()) {
        const QString name = name_of(*chart, session);
        if (name.isEmpty()) continue;
        if (chart->follows())
            settings.forget_range(name);
        else
            settings.set_range(name, chart->x_low(), chart->x_high());
    }
}

void restore_ranges(const Page& page, const RunSession& session, const Settings& settings) {
    for (Chart* chart : page.charts()) {
        const QString name = name_of(*chart, session);
        const auto range = name.isEmpty() ? std::nullopt : settings.range(name);
        if (range) chart->set_x_range(range->first, range->second);
    }
}

}  // namespace stallscope::app
