// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare_page.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "charts/distribution_chart.h"
#include "core/opened_file.h"
#include "core/run_session.h"
#include "widgets/choices.h"
#include "widgets/data_table.h"
#include "widgets/leg_picker.h"
#include "widgets/plain_tip.h"

namespace stallscope::app {
namespace {

NumberCell number_of(const std::optional<double>& value) {
    return {value.value_or(std::numeric_limits<double>::quiet_NaN()),
            value ? QString() : ComparePage::tr("fewer than two cycles have no interval")};
}

QString state_of(const ComparisonSet::Run& run, const ComparisonSet::Run* base) {
    if (!run.is_analysed()) return ComparePage::tr("being analysed …");
    if (&run == base) return ComparePage::tr("base");
    if (!base->is_analysed()) return ComparePage::tr("waits for the base");
    const auto refusing = std::count_if(run.differences.begin(), run.differences.end(),
                                        [](const auto& one) { return one.refuses; });
    if (refusing == 1) return ComparePage::tr("✗ refused: 1 difference");
    if (refusing > 1) return ComparePage::tr("✗ refused: %1 differences").arg(refusing);
    const auto warnings = run.differences.size();
    if (warnings == 0) return ComparePage::tr("✓ same method");
    return warnings == 1 ? ComparePage::tr("✓ same method, 1 warning")
                         : ComparePage::tr("✓ same method, %1 warnings").arg(warnings);
}

}  // namespace

ComparePage::ComparePage(QWidget* parent)
    : Page(parent),
      m_ratios({{tr("run")},
                {tr("cell")},
                {tr("condition")},
                {tr("stream")},
                {tr("figure")},
                {tr("base"), {}, true, 3},
                {tr("this run"), {}, true, 3},
                {tr("unit")},
                {tr("ratio"), {}, true, 3, tr("This run / base")},
                {tr("low, Welch"), {}, true, 3, comparison_method()},
                {tr("high, Welch"), {}, true, 3, comparison_method()},
                {tr("says")},
                {tr("cycles")}}),
      m_method(
          {{tr("run")}, {tr("effect")}, {tr("what differs")}, {tr("base")}, {tr("this run")}}) {
    setObjectName(QStringLiteral("compare_page"));
    setAcceptDrops(true);
    auto* splitter = new QSplitter;
    splitter->addWidget(make_list());
    splitter->addWidget(make_comparison());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({250, 1000});
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(&m_set, &ComparisonSet::changed, this, &ComparePage::show_runs);
    connect(&m_set, &ComparisonSet::grown, this, &ComparePage::show_chart);
    connect(&m_set, &ComparisonSet::problem, this, &Page::problem);
    show_runs();
}

QWidget* ComparePage::make_list() {
    auto* side = new QWidget;
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("runs"));
    m_list->setAlternatingRowColors(true);
    m_list->setWordWrap(true);
    m_list->setSpacing(2);
    auto* label = new QLabel(tr("&Runs"));
    label->setBuddy(m_list);
    auto* add = new QPushButton(tr("&Add runs …"));
    add->setObjectName(QStringLiteral("add_runs"));
    m_remove = new QPushButton(tr("Re&move"));
    m_remove->setObjectName(QStringLiteral("remove_run"));
    m_use_as_base = new QPushButton(tr("Use as &base"));
    m_use_as_base->setObjectName(QStringLiteral("use_as_base"));
    m_use_as_base->setToolTip(tr("The others are compared with this run"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_remove);
    buttons->addWidget(m_use_as_base);
    auto* layout = new QVBoxLayout(side);
    layout->addWidget(label);
    layout->addWidget(m_list, 1);
    layout->addWidget(add);
    layout->addLayout(buttons);
    connect(add, &QPushButton::clicked, this, &ComparePage::ask_for_runs);
    connect(m_remove, &QPushButton::clicked, this,
            [this] { m_set.remove(static_cast<std::size_t>(chosen_run())); });
    connect(m_use_as_base, &QPushButton::clicked, this,
            [this] { m_set.use_as_base(static_cast<std::size_t>(chosen_run())); });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        m_remove->setEnabled(row >= 0);
        m_use_as_base->setEnabled(row > 0);
    });
    return side;
}

QWidget* ComparePage::make_comparison() {
    m_cell = new QComboBox;
    m_condition = new QComboBox;
    m_stream = new QComboBox;
    m_leg = new LegPicker;
    m_view = new QButtonGroup(this);
    auto* cumulative = new QRadioButton(tr("C&umulative"));
    auto* histogram = new QRadioButton(tr("&Histogram"));
    cumulative->setChecked(true);
    m_view->addButton(cumulative, static_cast<int>(DistributionView::cumulative));
    m_view->addButton(histogram, static_cast<int>(DistributionView::histogram));
    auto* bar = new QHBoxLayout;
    const auto add = [&](const QString& text, QComboBox* box, const char* name) {
        box->setObjectName(QLatin1String(name));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        add_labelled(*bar, text, box);
        connect(box, &QComboBox::currentIndexChanged, this, &ComparePage::show_chart);
    };
    add(tr("&Cell"), m_cell, "cell");
    add(tr("C&ondition"), m_condition, "condition");
    add(tr("&Stream"), m_stream, "stream");
    add(tr("&Leg"), m_leg, "leg");
    bar->addWidget(cumulative);
    bar->addWidget(histogram);
    bar->addStretch(1);
    m_chart = new DistributionChart;
    m_chart->set_view(DistributionView::cumulative);
    connect(m_view, &QButtonGroup::idClicked, this,
            [this](int view) { m_chart->set_view(static_cast<DistributionView>(view)); });

    m_ratios_table = new DataTable(m_ratios, tr("Ratios to the base"));
    m_ratios_table->set_empty_text(tr(
        "There is nothing to compare: figures are those that the criteria of both runs ask for"));
    m_ratios_table->filter().setPlaceholderText(tr("Filter, for example: ratio > 1.05"));
    auto* method = new QLabel(tr("This run / base; %1").arg(comparison_method()));
    method->setObjectName(QStringLiteral("method"));
    m_ratios_table->add_in_front(method);
    m_method_table = new DataTable(m_method, tr("Differences of method"));
    m_method_table->set_empty_text(tr("The runs do not differ in what they measured"));
    m_method_table->filter().setPlaceholderText(tr("Filter"));
    m_method_table->set_wide_column(2);
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("tables"));
    m_tabs->setDocumentMode(true);
    for (DataTable* table : {m_ratios_table, m_method_table}) {
        table->setContentsMargins(6, 6, 6, 6);
    }
    m_tabs->addTab(m_ratios_table, tr("Ratios"));
    m_tabs->addTab(m_method_table, tr("Method"));

    m_refusal = new QLabel;
    m_refusal->setTextFormat(Qt::PlainText);
    m_refusal->setObjectName(QStringLiteral("refusal"));
    m_refusal->setWordWrap(true);
    m_refusal->setMargin(6);
    auto* chart = new QWidget;
    auto* chart_layout = new QVBoxLayout(chart);
    chart_layout->addWidget(m_refusal);
    chart_layout->addLayout(bar);
    chart_layout->addWidget(m_chart, 1);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(chart);
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);

    auto* empty = new QLabel(
        tr("Add two or more runs of the same experiment, or drop their files here. The first one "
           "is the base; the others are shown beside it."));
    empty->setObjectName(QStringLiteral("empty_text"));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setMargin(48);
    auto* side = new QWidget;
    m_stack = new QStackedLayout(side);
    m_stack->addWidget(empty);
    m_stack->addWidget(splitter);
    return side;
}

int ComparePage::chosen_run() const {
    return m_list->currentRow();
}

void ComparePage::ask_for_runs() {
    add_runs(QFileDialog::getOpenFileNames(this, tr("Runs to compare"), {},
                                           tr("Runs (*.stallscope);;All files (*)")));
}

void ComparePage::add_runs(const QStringList& files) {
    for (const QString& file : files) m_set.add(file);
}

void ComparePage::set_session(RunSession* session) {
    if (m_session) disconnect(m_session, nullptr, this, nullptr);
    m_session = session;
    if (!session) return;
    connect(session, &RunSession::ended, this, &ComparePage::take_session_file);
    take_session_file();
}

void ComparePage::take_session_file() {
    if (m_session->is_live() || !m_session->file() || !m_set.runs().empty()) return;
    m_set.add(m_session->shared_file());
}

void ComparePage::dragEnterEvent(QDragEnterEvent* event) {
    if (!local_files(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void ComparePage::dropEvent(QDropEvent* event) {
    const QStringList files = local_files(*event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    add_runs(files);
}

void ComparePage::show_runs() {
    const int before = chosen_run();
    m_list->clear();
    QStringList refused;
    for (const auto& run : m_set.runs()) {
        auto* item = new QListWidgetItem(
            QStringLiteral("%1\n%2").arg(run->name, state_of(*run, m_set.base())));
        item->setToolTip(plain_tip(run->file->path()));
        m_list->addItem(item);
        if (is_refused(run->differences)) refused += run->name;
    }
    m_list->setCurrentRow(std::min(std::max(before, 0), m_list->count() - 1));
    m_remove->setEnabled(chosen_run() >= 0);
    m_use_as_base->setEnabled(chosen_run() > 0);
    m_stack->setCurrentIndex(m_set.runs().empty() ? 0 : 1);
    m_refusal->setVisible(!refused.isEmpty() || m_set.runs().size() == 1);
    m_refusal->setText(
        refused.isEmpty()
            ? tr("One run alone has nothing to be compared with. Add another one of the same "
                 "experiment.")
            : tr("Refused: %1. The method differs from the base's, so a ratio would compare the "
                 "methods. What differs stands under Method.")
                  .arg(refused.join(QStringLiteral(", "))));
    if (m_set.runs().empty()) return;
    offer_places();
    show_chart();
    fill_tables();
    fill_method();
}

void ComparePage::offer_places() {
    const MeasuredPlaces& places = m_set.base()->legs->places();
    if (m_cell->count() == 0 && !places.has_stamps()) m_leg->set_leg(Leg::e2e);
    offer(*m_cell, places.cells(), places.cells().value(0));
    offer(*m_condition, places.conditions(), places.busiest_condition());
    offer(*m_stream, places.streams(), places.streams().value(0));
}

void ComparePage::show_chart() {
    if (m_set.runs().empty()) return;
    const Place place{m_cell->currentText(), m_condition->currentText(), m_stream->currentText()};
    std::vector<DistributionLine> lines;
    for (std::size_t i = 0; i < m_set.runs().size(); ++i) {
        const auto& run = *m_set.runs()[i];
        const MeasuredPlace* measured = run.legs->places().find(place);
        const bool is_shown = &run == m_set.base() || run.is_comparable;
        if (!is_shown || measured == nullptr || measured->loop) continue;
        lines.push_back({run.name, static_cast<int>(i), run.legs->legs(place, m_leg->leg())});
    }
    m_chart->show_lines(
        tr("%1 of %2 in cell %3, %4")
            .arg(leg_title(m_leg->leg()), place.stream, place.cell, place.condition),
        leg_title(m_leg->leg()), std::move(lines));
}

void ComparePage::fill_tables() {
    QVector<QVector<TableCell>> rows;
    for (const auto& run : m_set.runs()) {
        if (run.get() == m_set.base() || !run->is_comparable) continue;
        for (const ComparedFigure& figure :
             compare_runs(*m_set.base()->file->results(), *run->file->results())) {
            rows += {TextCell{run->name},
                     TextCell{figure.place.cell},
                     TextCell{figure.place.condition},
                     TextCell{figure.place.stream},
                     TextCell{tr("%1 %2").arg(figure.statistic, figure.metric)},
                     NumberCell{figure.base},
                     NumberCell{figure.other},
                     TextCell{figure.unit},
                     NumberCell{figure.ratio},
                     number_of(figure.low),
                     number_of(figure.high),
                     TextCell{!figure.low         ? tr("no interval")
                              : figure.is_clear() ? tr("differs")
                                                  : tr("no difference seen")},
                     TextCell{tr("%1 / %2").arg(figure.base_cycles).arg(figure.other_cycles)}};
        }
    }
    if (rows.isEmpty() && m_ratios.all_rows() == 0) return;
    m_ratios.set_rows(std::move(rows));
    m_ratios_table->fit_columns();
}

void ComparePage::fill_method() {
    QVector<QVector<TableCell>> rows;
    bool any_refused = false;
    for (const auto& run : m_set.runs()) {
        any_refused = any_refused || is_refused(run->differences);
        for (const MethodDifference& difference : run->differences) {
            const QString status =
                difference.refuses ? QStringLiteral("blocks") : QStringLiteral("note");
            rows +=
                {TextCell{run->name},
                 TextCell{difference.refuses ? tr("refused") : tr("warning"), {}, status},
                 TextCell{difference.where}, TextCell{difference.base}, TextCell{difference.other}};
        }
    }
    const int at = m_tabs->indexOf(m_method_table);
    m_tabs->setTabText(at, rows.isEmpty() ? tr("Method") : tr("Method (%1)").arg(rows.size()));
    if (rows.size() == m_method.all_rows() && rows.isEmpty()) return;
    m_method.set_rows(std::move(rows));
    m_method_table->fit_columns();
}

QList<Chart*> ComparePage::charts() const {
    return m_set.runs().empty() ? QList<Chart*>() : QList<Chart*>{m_chart};
}

}  // namespace stallscope::app
