// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stallscope::app {

class Page;
class RunSession;
class Settings;

// Where somebody had zoomed to in a run is where its charts are when it is opened again.

/// Stores the range of every chart of the page that does not follow; forgets those that do.
void remember_ranges(const Page& page, const RunSession& session, Settings& settings);

/// Gives the charts what was stored for this run.
void restore_ranges(const Page& page, const RunSession& session, const Settings& settings);

}  // namespace stallscope::app
