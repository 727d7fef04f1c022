// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/run_session.h"
#include "widgets/batches_tab.h"
#include "widgets/cell_picker.h"
#include "widgets/choices.h"
#include "widgets/distribution_tab.h"
#include "widgets/environment_tab.h"
#include "widgets/reply_path_tab.h"
#include "widgets/requests_tab.h"
#include "widgets/resources_tab.h"
#include "widgets/waits_tab.h"

namespace stallscope::app {

ExplorePage::ExplorePage(QWidget* parent)
    : Page(parent),
      m_stack(new QStackedLayout(this)),
      m_empty(new QLabel),
      m_condition(new QComboBox),
      m_stream(new QComboBox),
      m_cells(new CellPicker),
      m_choice_bar(new QWidget),
      m_tabs(new QTabWidget) {
    setObjectName(QStringLiteral("explore_page"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setObjectName(QStringLiteral("empty_text"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(48);

    m_condition->setObjectName(QStringLiteral("condition"));
    m_stream->setObjectName(QStringLiteral("stream"));
    for (QComboBox* box : {m_condition, m_stream}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    m_cells->setObjectName(QStringLiteral("cells"));
    m_tabs->setObjectName(QStringLiteral("tabs"));
    m_tabs->setDocumentMode(true);
    auto* bar = new QHBoxLayout(m_choice_bar);
    bar->setContentsMargins(8, 6, 8, 2);
    add_labelled(*bar, tr("C&ondition"), m_condition);
    bar->addSpacing(8);
    add_labelled(*bar, tr("&Stream"), m_stream);
    bar->addSpacing(16);
    bar->addWidget(new QLabel(tr("Cells")));
    bar->addWidget(m_cells);
    bar->addStretch(1);

    auto* explored = new QWidget;
    auto* layout = new QVBoxLayout(explored);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_choice_bar);
    layout->addWidget(m_tabs, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(explored);

    add_tab(new DistributionTab, tr("Distribution"),
            tr("How the times of one leg are distributed in each cell"));
    add_tab(new BatchesTab, tr("Batches"),
            tr("What a batch takes with more threads, and from where on another worker pays"),
            ExperimentKind::batch);
    add_tab(new WaitsTab, tr("Wait against time left"),
            tr("Whether the reply comes when the other stream's call ends"),
            ExperimentKind::requests);
    add_tab(new ReplyPathTab, tr("Reply path"),
            tr("Every step of a reply after the forward, with its tails"),
            ExperimentKind::requests);
    add_tab(new ResourcesTab, tr("Resources"), tr("Readings of the machine during the windows"));
    add_tab(new RequestsTab, tr("Requests"), tr("Every request with all its stamps"));
    add_tab(new EnvironmentTab, tr("Environment and seal"),
            tr("What the run was made on, what was sealed, and whether the file is unaltered"));

    offer_tabs(ExperimentKind::requests);

    connect(m_condition, &QComboBox::currentIndexChanged, this, &ExplorePage::show_choice);
    connect(m_stream, &QComboBox::currentIndexChanged, this, &ExplorePage::show_choice);
    connect(m_cells, &CellPicker::chosen_changed, this, &ExplorePage::show_choice);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ExplorePage::show_choice);
    set_session(nullptr);
}

ExplorePage::~ExplorePage() = default;

void ExplorePage::add_tab(ExploreTab* tab, const QString& title, const QString& tooltip,
                          std::optional<ExperimentKind> only) {
    tab->setParent(this);
    tab->hide();
    m_all += tab;
    m_offers.push_back({tab, title, tooltip, only});
    connect(tab, &ExploreTab::problem, this, &Page::problem);
    connect(tab, &ExploreTab::changed_inside, this, [this, tab] {
        if (tab == current()) show_choice();
    });
}

void ExplorePage::offer_tabs(ExperimentKind kind) {
    if (m_offered_for == kind) return;
    m_offered_for = kind;
    const QSignalBlocker blocker(m_tabs);
    QWidget* before = m_tabs->currentWidget();
    m_tabs->clear();
    for (const TabOffer& offer : m_offers) {
        if (offer.only && *offer.only != kind) continue;
        m_tabs->setTabToolTip(m_tabs->addTab(offer.tab, offer.title), offer.tooltip);
    }
    m_tabs->setCurrentIndex(std::max(0, m_tabs->indexOf(before)));
}

void ExplorePage::set_session(RunSession* session) {
    if (m_session) disconnect(m_session, nullptr, this, nullptr);
    m_session = session;
    if (session) {
        connect(session, &RunSession::file_opened, this, &ExplorePage::open_file);
        connect(session, &RunSession::ended, this, &ExplorePage::open_file);
    }
    open_file();
}

void ExplorePage::open_file() {
    RunFile* file = m_session ? m_session->file() : nullptr;
    if (file != nullptr && file == m_run.file) return;
    if (m_run.file) disconnect(m_run.file, nullptr, this, nullptr);
    m_run = {};
    m_legs.reset();
    m_stack->setCurrentIndex(0);
    if (file == nullptr) {
        for (ExploreTab* tab : m_all) tab->set_run({});
        m_empty->setText(
            m_session == nullptr
                ? tr("Open a run to look at all its requests: how the legs are distributed, what "
                     "replies waited for, what the machine did meanwhile.")
            : m_session->is_live()
                ? tr("This run is being measured. Its requests can be explored once it has ended.")
                : tr("This run left no file, so there are no requests to explore."));
        return;
    }
    auto places = MeasuredPlaces::of(*file->reader(), file->visits());
    if (!places) {
        for (const Problem& fault : problems_of(places.error())) emit problem(fault);
        m_empty->setText(QString::fromStdString(places.error().says));
        return;
    }
    m_legs = std::make_unique<LegReader>(file->reader(), std::move(*places));
    m_run = {file, m_legs.get()};
    connect(m_legs.get(), &LegReader::grown, this, &ExplorePage::show_choice);
    connect(m_legs.get(), &LegReader::problem, this, &Page::problem);
    connect(file, &RunFile::analysed, this, &ExplorePage::show_choice);
    connect(file, &RunFile::analysis_failed, this, &ExplorePage::show_choice);
    offer_choices();
    for (ExploreTab* tab : m_all) tab->set_run(m_run);
    offer_tabs(m_run.places().experiment().kind);
    m_stack->setCurrentIndex(1);
    file->analyse();
    show_choice();
}

void ExplorePage::offer_choices() {
    const MeasuredPlaces& places = m_run.places();
    offer(*m_condition, places.conditions(), places.busiest_condition());
    offer(*m_stream, places.streams(), places.streams().value(0));
    const QSignalBlocker blocker(m_cells);
    m_cells->set_cells(places.cells());
}

ExploreChoice ExplorePage::choice() const {
    return {m_condition->currentText(), m_stream->currentText(), m_cells->chosen()};
}

ExploreTab* ExplorePage::current() const {
    return static_cast<ExploreTab*>(m_tabs->currentWidget());
}

void ExplorePage::show_choice() {
    if (!m_run.file) return;
    m_choice_bar->setEnabled(current()->uses_choice());
    current()->show_choice(choice());
}

QList<Chart*> ExplorePage::charts() const {
    return m_run.file ? current()->charts() : QList<Chart*>();
}

void ExplorePage::show_rows(qint64 visit, const QString& stream) {
    if (!m_run.file) return;
    auto* requests = findChild<RequestsTab*>();
    m_tabs->setCurrentWidget(requests);
    requests->show_rows(visit, stream);
}

}  // namespace stallscope::app
