// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

#include "core/problem.h"

namespace stallscope::app {

class Chart;
class RunSession;

/// A page of the window: Design, Live, Timeline, Explore, Criteria, Compare. A page never opens a
/// modal box; what goes wrong is a problem() and lands in the problems panel.
class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The run that is looked at from now on; nullptr: none, the page shows what it is for. The
    /// session outlives the page's use of it: it is replaced before it is deleted.
    virtual void set_session(RunSession* /*session*/) {}
    /// The charts that are there now, for the linked cursor, exports and --grab.
    virtual QList<Chart*> charts() const { return {}; }
    /// Once per frame (33 ms) while the page is visible: draw what has changed since. Costs
    /// nothing when nothing has.
    virtual void refresh() {}

signals:
    void problem(const stallscope::app::Problem& problem);
};

}  // namespace stallscope::app
