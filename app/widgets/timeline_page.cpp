// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline_page.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "charts/timeline_chart.h"
#include "core/request_reading.h"
#include "core/run_file.h"
#include "core/run_session.h"
#include "core/timeline_loader.h"
#include "core/visit_neighbours.h"
#include "widgets/request_details.h"
#include "widgets/visit_chooser.h"
#include "widgets/worst_bar.h"

namespace stallscope::app {
namespace {

/// Of a request's length on both sides of it, when a visit is opened: enough to see the calls
/// before and after.
constexpr double opening_room = 0.7;

int ended_visits(const RunData& data) {
    return static_cast<int>(
        std::count_if(data.visits().begin(), data.visits().end(), [](const VisitData& visit) {
            return visit.state != VisitState::planned && visit.state != VisitState::running;
        }));
}

}  // namespace

TimelinePage::TimelinePage(QWidget* parent)
    : Page(parent),
      m_loader(new TimelineLoader(this)),
      m_chooser(new VisitChooser),
      m_worst(new WorstBar),
      m_reading(new QLabel),
      m_chart(new TimelineChart),
      m_details(new RequestDetails) {
    setObjectName(QStringLiteral("timeline_page"));
    make_actions();
    lay_out();
    connect(m_chooser, &VisitChooser::visit_chosen, this, &TimelinePage::show_visit);
    connect(m_worst, &WorstBar::request_wanted, this, [this](const RequestRef& request) {
        select(request);
        m_chart->bring_into_view(request);
    });
    connect(m_chart, &TimelineChart::request_clicked, this, &TimelinePage::select);
    // A chart that is in the middle of its own gesture is not to be emptied.
    connect(
        m_chart, &TimelineChart::visit_wanted, this,
        [this](qint64 visit, double begin_s, bool keeps_view) {
            keeps_view ? go_on_in(visit, begin_s) : show_visit(visit);
        },
        Qt::QueuedConnection);
    connect(m_loader, &TimelineLoader::loaded, this, &TimelinePage::take);
    connect(m_loader, &TimelineLoader::failed, this,
            [this] { clear(tr("This visit could not be read. Problems say why.")); });
    connect(m_loader, &TimelineLoader::problem, this, &Page::problem);
    set_session(nullptr);
}

TimelinePage::~TimelinePage() = default;

void TimelinePage::make_actions() {
    const auto make = [this](const char* name, const QString& text, Qt::Key key,
                             const QString& tip) {
        auto* action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setToolTip(tip);
        return action;
    };
    m_zoom = make("zoom_to_request", tr("Zoom to request"), Qt::Key_Z,
                  tr("The selected request fills the view (Z)"));
    m_whole = make("whole_visit", tr("Whole visit"), Qt::Key_F,
                   tr("Everything of the visit is in view (F)"));
    m_run = make("whole_run", tr("Whole run"), Qt::Key_W,
                 tr("All visits of the run are in view, in their time (W)"));
    connect(m_run, &QAction::triggered, m_chart, &TimelineChart::show_run);
    connect(m_zoom, &QAction::triggered, this, [this] {
        if (const auto request = m_chart->selected()) m_chart->zoom_to(*request);
    });
    connect(m_whole, &QAction::triggered, this, [this] { m_chart->set_follow(true); });
    addActions({m_worst->next(), m_worst->previous(), m_zoom, m_whole, m_run});
}

void TimelinePage::lay_out() {
    const auto button_of = [](QAction* action) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        return button;
    };
    auto* walk = new QHBoxLayout;
    walk->addWidget(m_worst);
    walk->addStretch(1);
    walk->addWidget(button_of(m_zoom));
    walk->addWidget(button_of(m_whole));
    walk->addWidget(button_of(m_run));

    m_reading->setTextFormat(Qt::PlainText);
    m_reading->setObjectName(QStringLiteral("reading"));
    m_reading->setWordWrap(true);
    m_reading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reading->setContentsMargins(2, 2, 2, 2);

    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("lanes"));
    scroll->setWidget(m_chart);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* halves = new QSplitter;
    halves->setObjectName(QStringLiteral("timeline_splitter"));
    halves->setChildrenCollapsible(false);
    halves->addWidget(scroll);
    halves->addWidget(m_details);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 0);
    halves->setSizes({880, 300});

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->addWidget(m_chooser);
    layout->addLayout(walk);
    layout->addWidget(m_reading);
    layout->addWidget(halves, 1);
}

RunFile* TimelinePage::file() const {
    RunFile* opened = m_session ? m_session->file() : nullptr;
    return opened ? opened : m_live_file.get();
}

void TimelinePage::set_session(RunSession* session) {
    if (m_session) m_session->disconnect(this);
    m_loader->cancel();
    m_live_file.reset();
    m_ended_visits = -1;
    m_session = session;
    m_chooser->set_visits({});
    clear(
        tr("A timeline shows one visit of a run: what every thread did, and what each reply "
           "waited for.\nOpen a run, or measure one."));
    if (!m_session) return;
    connect(m_session, &RunSession::file_opened, this, &TimelinePage::use_file);
    if (m_session->file()) {
        use_file();
    } else {
        look_at_live_file();
    }
}

void TimelinePage::use_file() {
    m_loader->cancel();
    m_live_file.reset();
    m_choices = visit_choices(*file()->reader(), file()->visits());
    m_chooser->set_visits(m_choices);
    if (m_chooser->chosen()) {
        if (!m_chart->timeline()) show_visit(*m_chooser->chosen());
        return;
    }
    if (const auto telling = telling_visit(m_choices)) {
        m_chooser->choose(telling->visit);
        show_visit(telling->visit);
    } else {
        clear(m_choices.empty() ? tr("No visit of this run was measured.")
                                : tr("No visit of this run is complete. Choose one to see how far "
                                     "it came."));
    }
}

// Measuring goes on while somebody looks: nothing is read before he chooses a visit.
void TimelinePage::look_at_live_file() {
    const int ended = ended_visits(m_session->data());
    if (ended == m_ended_visits) return;
    m_ended_visits = ended;
    const QString path = m_session->data().plan().file;
    auto opened = ended > 0 && QFileInfo::exists(path)
                      ? RunFile::open(path)
                      : Result<std::unique_ptr<RunFile>>(std::unique_ptr<RunFile>());
    if (opened && *opened) {
        m_loader->cancel();
        m_live_file = std::move(*opened);
        connect(m_live_file.get(), &RunFile::problem, this, &Page::problem);
        m_choices = visit_choices(*m_live_file->reader(), m_live_file->visits());
        m_chooser->set_visits(m_choices);
        // What was being read is read again from the file as it is now.
        if (m_chooser->chosen() && !m_chart->timeline()) show_visit(*m_chooser->chosen());
    }
    if (m_chart->timeline() || m_chooser->chosen()) return;
    clear(m_live_file ? tr("The run is being measured. Choose one of the %n visit(s) that have "
                           "ended to look at it.",
                           nullptr, ended)
                      : tr("The run is being measured. Its visits can be looked at here as they "
                           "end."));
}

void TimelinePage::refresh() {
    if (m_session && !m_session->file()) look_at_live_file();
}

QList<Chart*> TimelinePage::charts() const {
    return {m_chart};
}

void TimelinePage::show_visit(qint64 visit) {
    RunFile* opened = file();
    if (!opened) return;
    m_chooser->choose(visit);
    clear(tr("Reading the visit…"));
    m_view.reset();
    m_loader->load(*opened, visit);
}

void TimelinePage::go_on_in(qint64 visit, double begin_s) {
    const std::pair view{m_chart->x_low() - begin_s, m_chart->x_high() - begin_s};
    show_visit(visit);
    m_view = view;
}

void TimelinePage::take(std::shared_ptr<const Timeline> timeline) {
    m_chart->set_title(tr("Timeline of %1").arg(m_chooser->chosen_text()));
    m_chart->show_timeline(timeline);
    if (const RunFile* opened = file(); opened && m_chooser->chosen())
        m_chart->set_neighbours(neighbours_of(opened->visits(), m_choices, *m_chooser->chosen()));
    m_worst->set_timeline(timeline.get());
    m_whole->setEnabled(true);
    m_run->setEnabled(true);
    if (const auto view = std::exchange(m_view, {})) {
        m_chart->set_x_range(view->first, view->second);
        renew_words();
    } else if (const auto worst = m_worst->worst()) {
        select(*worst);
        m_chart->zoom_to(*worst, opening_room);
    } else {
        renew_words();
    }
}

void TimelinePage::clear(const QString& why) {
    m_worst->set_timeline(nullptr);
    m_chart->set_title(tr("Timeline"));
    m_chart->set_why_empty(why);
    m_chart->show_timeline(nullptr);
    m_details->clear();
    m_whole->setEnabled(false);
    m_run->setEnabled(false);
    renew_words();
}

void TimelinePage::select(const RequestRef& request) {
    m_chart->select(request);
    m_worst->set_current(request);
    m_details->show_request(*m_chart->timeline(), request);
    renew_words();
}

void TimelinePage::renew_words() {
    const auto request = m_chart->selected();
    m_zoom->setEnabled(request.has_value());
    m_reading->setVisible(m_chart->timeline() != nullptr);
    m_reading->setText(request ? reading_of(*m_chart->timeline(), *request)
                               : tr("Click a span to select its request."));
}

}  // namespace stallscope::app
