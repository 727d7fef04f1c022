// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QStringList>
#include <QWidget>

#include "core/leg_reader.h"
#include "core/problem.h"
#include "core/run_file.h"

namespace stallscope::app {

class Chart;

/// The run that a page explores. Its parts outlive the tabs' use of them.
struct ExploredRun {
    QPointer<RunFile> file;
    QPointer<LegReader> legs;

    const MeasuredPlaces& places() const { return legs->places(); }
    int colour(const QString& cell) const {
        return static_cast<int>(places().cells().indexOf(cell));
    }
};

/// What is looked at, chosen once for all tabs.
struct ExploreChoice {
    QString condition, stream;
    QStringList cells;
    bool operator==(const ExploreChoice&) const = default;
};

/// One way to look at a run's requests.
class ExploreTab : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Before the first show(), and whenever another run, or none, is explored: what was read of
    /// the last one ends.
    virtual void set_run(const ExploredRun& run) = 0;
    /// Shows what there is of it. Called again when the choice changes, when more of the run has
    /// been read and when the tab comes to the front; hidden tabs are not asked.
    virtual void show_choice(const ExploreChoice& choice) = 0;
    virtual QList<Chart*> charts() const { return {}; }
    /// Whether condition, stream and cells matter here.
    virtual bool uses_choice() const { return true; }

signals:
    void changed_inside();  ///< a selector of its own: show_choice() follows
    void problem(const stallscope::app::Problem& problem);
};

}  // namespace stallscope::app
