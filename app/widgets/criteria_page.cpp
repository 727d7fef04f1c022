// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/criteria_page.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <limits>

#include "charts/criteria_forest.h"
#include "core/criterion_details.h"
#include "core/run_file.h"
#include "core/run_session.h"
#include "core/stored_events.h"
#include "core/verdict_words.h"
#include "report/report.h"
#include "widgets/analysis_words.h"
#include "widgets/data_table.h"

namespace stallscope::app {
namespace {

QString text_of(const std::string& text) {
    return QString::fromStdString(text);
}

NumberCell number_of(const std::optional<double>& value) {
    return {value.value_or(std::numeric_limits<double>::quiet_NaN())};
}

TextCell verdict_cell(const std::string& status) {
    const QString word = text_of(status);
    return {QStringLiteral("%1 %2").arg(verdict_sign(word), verdict_word(word)),
            verdict_meaning(word), word};
}

/// "3 met, 1 not met, 2 undecided"
QString counted_words(const std::vector<CriterionResult>& criteria) {
    QStringList parts;
    for (const QString& status : verdict_statuses()) {
        const auto count = std::count_if(
            criteria.begin(), criteria.end(),
            [&](const CriterionResult& criterion) { return text_of(criterion.status) == status; });
        if (count > 0) {
            parts += QStringLiteral("%1 %2 %3")
                         .arg(count)
                         .arg(verdict_sign(status), verdict_word(status));
        }
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace

CriteriaPage::CriteriaPage(QWidget* parent)
    : Page(parent),
      m_stack(new QStackedLayout(this)),
      m_empty(new QLabel),
      m_headline(new QLabel),
      m_forest(new CriteriaForest),
      m_details(new QTextBrowser),
      m_tabs(new QTabWidget),
      m_criteria(
          {{tr("criterion")},
           {tr("verdict")},
           {tr("value")},
           {tr("interval"), {}, false, 0, tr("At the level of the last look")},
           {tr("bound")},
           {tr("cycles"), {}, true, 0, tr("Complete cycles at the last look")},
           {tr("as sealed")},
           {tr("to decide it"), {}, false, 0, tr("What would have to be measured for a word")}}),
      m_controls({{tr("figure")},
                  {tr("duplicate / cell")},
                  {tr("ratio"), {}, true, 3},
                  {tr("low"), {}, true, 3, tr("95 % interval")},
                  {tr("high"), {}, true, 3, tr("95 % interval")},
                  {tr("p, Holm"), {}, true, 3},
                  {tr("control")}}),
      m_conclusions({{tr("label")}, {tr("criterion")}, {tr("condition")}, {tr("says")}}),
      m_findings({{tr("severity")}, {tr("finding")}, {tr("where")}, {tr("says, and what to do")}}),
      m_differences(
          {{tr("cell")}, {tr("against")}, {tr("what")}, {tr("declared")}, {tr("measured")}}) {
    setObjectName(QStringLiteral("criteria_page"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setObjectName(QStringLiteral("empty_text"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(48);
    m_headline->setObjectName(QStringLiteral("headline"));
    m_headline->setWordWrap(true);
    m_headline->setMargin(6);
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setObjectName(QStringLiteral("details"));
    m_details->setAccessibleName(tr("The chosen criterion"));
    m_details->setOpenLinks(false);
    m_tabs->setObjectName(QStringLiteral("tables"));
    m_tabs->setDocumentMode(true);

    add_table(m_criteria, m_criteria_table, tr("Criteria"),
              tr("The experiment has no criteria: nothing was to be decided"), 6);
    add_table(m_controls, m_controls_table, tr("Controls"),
              tr("No cell is a duplicate of another one: nothing was measured against itself"), 0);
    add_table(m_conclusions, m_conclusions_table, tr("Conclusions"),
              tr("There are no words, so nothing follows from them"), 3);
    add_table(m_findings, m_findings_table, tr("Findings"),
              tr("Nothing was found that speaks against the figures"), 3);
    add_table(m_differences, m_differences_table, tr("Differences between cells"),
              tr("The cells do not differ"), 4);

    auto* top = new QSplitter;
    top->addWidget(m_forest);
    top->addWidget(m_details);
    top->setStretchFactor(0, 3);
    top->setStretchFactor(1, 2);
    top->setSizes({740, 540});
    top->setChildrenCollapsible(false);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(top);
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({420, 320});
    splitter->setChildrenCollapsible(false);
    auto* judged = new QWidget;
    auto* layout = new QVBoxLayout(judged);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_headline);
    layout->addWidget(splitter, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(judged);
    connect(m_criteria_table->view().selectionModel(), &QItemSelectionModel::currentRowChanged,
            this, &CriteriaPage::show_details);
    set_session(nullptr);
}

void CriteriaPage::add_table(ValuesModel& model, DataTable*& table, const QString& title,
                             const QString& empty_text, int wide_column) {
    table = new DataTable(model, title);
    table->setContentsMargins(6, 6, 6, 6);
    table->set_empty_text(empty_text);
    table->set_wide_column(wide_column);
    table->filter().setPlaceholderText(tr("Filter"));
    m_tabs->addTab(table, title);
}

void CriteriaPage::set_session(RunSession* session) {
    if (m_session) disconnect(m_session, nullptr, this, nullptr);
    m_session = session;
    m_results = nullptr;
    m_drawn_revision = 0;
    if (session) {
        connect(session, &RunSession::file_opened, this, &CriteriaPage::watch_file);
        watch_file();
    }
    show_live();
}

void CriteriaPage::watch_file() {
    RunFile* file = m_session->file();
    if (file == nullptr) return;
    connect(file, &RunFile::analysed, this, &CriteriaPage::show_results, Qt::UniqueConnection);
    connect(file, &RunFile::analysis_failed, this, &CriteriaPage::show_live, Qt::UniqueConnection);
    if (file->results()) {
        show_results();
    } else {
        file->analyse();
    }
}

void CriteriaPage::refresh() {
    if (m_session && !m_results && m_session->data().criteria_revision() != m_drawn_revision) {
        show_live();
    }
}

/// Without an analysis: the words so far, from the events.
void CriteriaPage::show_live() {
    if (m_results) return;
    const bool has_any = m_session && !m_session->data().criteria().isEmpty();
    const RunFile* file = m_session ? m_session->file() : nullptr;
    const bool has_failed = file != nullptr && !file->analysis_failure().isEmpty();
    m_stack->setCurrentIndex(has_any ? 1 : 0);
    if (!has_any) {
        m_empty->setText(
            m_session == nullptr
                ? tr("Open or start a run to see what was to be decided, and how it stands.")
            : m_session->is_live() && !has_failed
                ? tr("The first words come after the third complete cycle at the earliest.")
                : analysis_words(file));
        return;
    }
    m_drawn_revision = m_session->data().criteria_revision();
    m_forest->show_criteria(m_session->data().criteria());
    m_headline->setText(tr("So far. The words are final when the run has ended."));
    m_details->clear();
    m_tabs->setVisible(false);
}

void CriteriaPage::show_results() {
    if (!m_session || !m_session->file() || !m_session->file()->results()) return;
    m_results = m_session->file()->results();
    m_stack->setCurrentIndex(1);
    m_tabs->setVisible(true);
    QString headline = text_of(one_sentence(*m_results)).trimmed();
    if (const QString words = counted_words(m_results->criteria); !words.isEmpty()) {
        headline = tr("%1. %2").arg(words, headline);
    }
    m_headline->setText(headline);
    m_forest->show_criteria(criteria_event(m_results->criteria).criteria);
    fill_criteria();
    fill_controls();
    fill_findings();
    fill_rest();
    if (m_criteria.rowCount() > 0) m_criteria_table->view().selectRow(0);
    show_details();
}

void CriteriaPage::fill_criteria() {
    QVector<QVector<TableCell>> rows;
    for (const CriterionResult& criterion : m_results->criteria) {
        TextCell verdict = verdict_cell(criterion.status);
        if (criterion.mechanism_only) verdict.text += tr(" (mechanism only)");
        if (!criterion.why.empty()) verdict.tooltip += QLatin1Char('\n') + text_of(criterion.why);
        rows +=
            {TextCell{text_of(criterion.id)},
             verdict,
             TextCell{amount_text(criterion.value, criterion.unit)},
             TextCell{interval_text(criterion.low, criterion.high, criterion.unit)},
             TextCell{amount_text(criterion.margin, criterion.unit)},
             number_of(criterion.look > 0 ? std::optional<double>(criterion.look) : std::nullopt),
             TextCell{text_of(criterion.says)},
             TextCell{to_decide(criterion)}};
    }
    m_criteria.set_rows(std::move(rows));
    m_criteria_table->fit_columns();
}

void CriteriaPage::fill_controls() {
    QVector<QVector<TableCell>> rows;
    for (const ControlResult& control : m_results->controls) {
        TextCell state{text_of(control.state)};
        if (control.state == "passed") {
            state.status = QStringLiteral("met");
            if (!control.informative) state.text += tr(", uninformative");
        } else if (control.state == "invalid") {
            state.status = QStringLiteral("invalid");
        }
        rows += {TextCell{tr("%1 %2 of %3 in %4")
                              .arg(text_of(control.statistic), text_of(control.metric),
                                   text_of(control.stream), text_of(control.condition))},
                 TextCell{text_of(control.duplicate + " / " + control.cell)},
                 number_of(control.value),
                 number_of(control.low95),
                 number_of(control.high95),
                 number_of(control.adjusted_p),
                 state};
    }
    m_controls.set_rows(std::move(rows));
    m_controls_table->fit_columns();
}

void CriteriaPage::fill_findings() {
    QVector<QVector<TableCell>> rows;
    for (const Finding& finding : m_results->findings) {
        QString says = text_of(finding.says) + QLatin1Char('.');
        if (!finding.advice.empty()) says += tr(" → %1.").arg(text_of(finding.advice));
        rows += {TextCell{text_of(finding.severity), {}, text_of(finding.severity)},
                 TextCell{text_of(finding.id)}, TextCell{text_of(finding.where)}, TextCell{says}};
    }
    m_tabs->setTabText(m_tabs->indexOf(m_findings_table),
                       rows.isEmpty() ? tr("Findings") : tr("Findings (%1)").arg(rows.size()));
    m_findings.set_rows(std::move(rows));
    m_findings_table->fit_columns();
}

void CriteriaPage::fill_rest() {
    QVector<QVector<TableCell>> conclusions;
    for (const LabelledConclusion& conclusion : m_results->conclusions) {
        conclusions +=
            {TextCell{text_of(conclusion.label)}, TextCell{text_of(conclusion.criterion)},
             TextCell{text_of(conclusion.condition)}, TextCell{text_of(conclusion.says)}};
    }
    m_conclusions.set_rows(std::move(conclusions));
    m_conclusions_table->fit_columns();
    QVector<QVector<TableCell>> differences;
    for (const Difference& difference : m_results->differences) {
        const bool declared = !difference.declared.empty();
        differences += {TextCell{text_of(difference.cell)}, TextCell{text_of(difference.against)},
                        TextCell{text_of(difference.what)},
                        TextCell{declared ? text_of(difference.declared) : tr("not declared"),
                                 {},
                                 declared ? QString() : QStringLiteral("blocks")},
                        TextCell{text_of(difference.measured)}};
    }
    m_differences.set_rows(std::move(differences));
    m_differences_table->fit_columns();
}

void CriteriaPage::show_criterion(const QString& id) {
    if (!m_results) return;
    for (std::size_t i = 0; i < m_results->criteria.size(); ++i) {
        if (text_of(m_results->criteria[i].id) != id) continue;
        const int row = m_criteria.shown_row(static_cast<int>(i));
        if (row >= 0) m_criteria_table->view().selectRow(row);
        return;
    }
}

void CriteriaPage::show_details() {
    const QModelIndex current = m_criteria_table->view().currentIndex();
    if (!m_results || !current.isValid()) {
        m_details->clear();
        return;
    }
    const auto source = static_cast<std::size_t>(m_criteria.source_row(current.row()));
    if (source >= m_results->criteria.size()) return;
    const CriterionResult& criterion = m_results->criteria[source];
    const QString status = text_of(criterion.status);
    QString html = QStringLiteral(
                       "<h3>%1: %2 %3</h3><p>%4</p><table cellspacing='0' "
                       "cellpadding='3'>")
                       .arg(text_of(criterion.id).toHtmlEscaped(), verdict_sign(status),
                            verdict_word(status), verdict_meaning(status).toHtmlEscaped());
    for (const DetailLine& line : criterion_details(criterion, *m_results)) {
        html += QStringLiteral("<tr><td><i>%1</i>&nbsp;</td><td>%2</td></tr>")
                    .arg(line.what.toHtmlEscaped(), line.value.toHtmlEscaped());
    }
    m_details->setHtml(html + QStringLiteral("</table>"));
}

QList<Chart*> CriteriaPage::charts() const {
    return m_stack->currentIndex() == 1 ? QList<Chart*>{m_forest} : QList<Chart*>();
}

}  // namespace stallscope::app
