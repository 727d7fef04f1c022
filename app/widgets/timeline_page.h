// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/timeline.h"
#include "core/visit_choices.h"
#include "widgets/page.h"

class QAction;
class QLabel;

namespace stallscope::app {

class RequestDetails;
class RunFile;
class TimelineChart;
class TimelineLoader;
class VisitChooser;
class WorstBar;

/// One visit of a run on the time axis: what every thread did, and what each reply waited for.
/// Opens with a visit that is likely to tell something and its worst request; while the run is
/// being measured it offers the visits that have ended.
class TimelinePage final : public Page {
    Q_OBJECT

public:
    explicit TimelinePage(QWidget* parent = nullptr);
    ~TimelinePage() override;

    void set_session(RunSession* session) override;
    QList<Chart*> charts() const override;
    void refresh() override;

    void show_visit(qint64 visit);
    /// From zooming: the view stays where it is in the run.
    void go_on_in(qint64 visit, double begin_s);
    void select(const RequestRef& request);

private:
    void make_actions();
    void lay_out();
    RunFile* file() const;
    void use_file();
    void look_at_live_file();
    void take(std::shared_ptr<const Timeline> timeline);
    void clear(const QString& why);
    void renew_words();

    RunSession* m_session = nullptr;
    std::unique_ptr<RunFile> m_live_file;  ///< of a run that has none yet
    int m_ended_visits = -1;               ///< when m_live_file was opened
    std::vector<VisitChoice> m_choices;
    std::optional<std::pair<double, double>> m_view;  ///< for the visit that is being read
    TimelineLoader* m_loader;
    VisitChooser* m_chooser;
    WorstBar* m_worst;
    QLabel* m_reading;
    TimelineChart* m_chart;
    RequestDetails* m_details;
    QAction* m_zoom = nullptr;
    QAction* m_whole = nullptr;
    QAction* m_run = nullptr;
};

}  // namespace stallscope::app
