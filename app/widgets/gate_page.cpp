// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gate_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "charts/rounds_chart.h"
#include "charts/salt_chart.h"
#include "core/counted.h"
#include "core/verdict_words.h"
#include "models/values_model.h"
#include "widgets/data_table.h"

namespace stallscope::app {
namespace {

constexpr double ns_per_us = 1e3;

double per_cent(double ratio) {
    return (ratio - 1) * 100;
}

QLabel* line_of_text(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

GatePage::GatePage(QWidget* parent)
    : Page(parent),
      m_stack(new QStackedLayout(this)),
      m_headline(line_of_text("headline")),
      m_details(line_of_text("details")),
      m_claims(new ValuesModel({{tr("claim")},
                                {tr("must be")},
                                {tr("benchmarks"), {}, true, 0},
                                {tr("verdict")},
                                {tr("worst")},
                                {tr("change there"), QStringLiteral("%"), true, 1},
                                {tr("why")}},
                               this)),
      m_rows(new ValuesModel(
          {{tr("benchmark")},
           {tr("base"), QStringLiteral("µs"), true, 3},
           {tr("head"), QStringLiteral("µs"), true, 3},
           {tr("change"), QStringLiteral("%"), true, 1, tr("Above 0: head is slower")},
           {tr("from"), QStringLiteral("%"), true, 1, tr("Of the change, two-sided 95 %")},
           {tr("to"), QStringLiteral("%"), true, 1, tr("Of the change, two-sided 95 %")},
           {tr("spread of base"), QStringLiteral("%"), true, 1,
            tr("Slowest build over fastest, − 1")},
           {tr("spread of head"), QStringLiteral("%"), true, 1,
            tr("Slowest build over fastest, − 1")},
           {tr("same build twice"), QStringLiteral("%"), true, 2, tr("Base again over base, − 1")},
           {tr("state")}},
          this)),
      m_claims_table(new DataTable(*m_claims, tr("Claims"))),
      m_rows_table(new DataTable(*m_rows, tr("Benchmarks"))),
      m_salts(new SaltChart),
      m_rounds(new RoundsChart) {
    setObjectName(QStringLiteral("gate_page"));
    auto* empty = line_of_text("empty_text");
    empty->setAlignment(Qt::AlignCenter);
    empty->setMargin(48);
    empty->setText(
        tr("Open the gate.json that “stallscope gate SUITE --out FOLDER” wrote: whether the claims "
           "about your benchmarks hold, how far builds of one source differ by where the linker "
           "put them, and every process in time order."));
    QFont strong = m_headline->font();
    strong.setBold(true);
    m_headline->setFont(strong);
    m_claims_table->setObjectName(QStringLiteral("claims"));
    m_rows_table->setObjectName(QStringLiteral("benchmarks"));
    m_claims_table->set_wide_column(6);
    m_rows_table->view().setSelectionMode(QAbstractItemView::ExtendedSelection);

    auto* charts = new QSplitter(Qt::Horizontal);
    charts->addWidget(m_salts);
    charts->addWidget(m_rounds);
    auto* tables = new QSplitter(Qt::Vertical);
    tables->addWidget(m_claims_table);
    tables->addWidget(m_rows_table);
    tables->addWidget(charts);
    for (int i = 0; i < tables->count(); ++i) tables->setCollapsible(i, false);
    tables->setSizes({110, 190, 380});
    tables->setStretchFactor(2, 1);
    auto* shown = new QWidget;
    auto* layout = new QVBoxLayout(shown);
    layout->addWidget(m_headline);
    layout->addWidget(m_details);
    layout->addWidget(tables, 1);
    m_stack->addWidget(empty);
    m_stack->addWidget(shown);
    connect(m_rows_table->view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &GatePage::show_rounds);
}

void GatePage::show_gate(GateResult gate) {
    m_gate = std::move(gate);
    m_headline->setText(m_gate.headline);
    QStringList details;
    if (!m_gate.question.isEmpty()) details += m_gate.question;
    details += tr("%1, %2; %3 processes in %4 rounds, %5 a side")
                   .arg(m_gate.started, m_gate.cpu)
                   .arg(m_gate.processes)
                   .arg(m_gate.rounds)
                   .arg(counted(m_gate.builds, tr("%1 build"), tr("%1 builds")));
    if (!m_gate.salted_by.isEmpty()) details.last() += tr(", salted by %1").arg(m_gate.salted_by);
    for (const QString& reason : m_gate.reasons) details += reason;
    for (const QString& note : m_gate.notes) details += note;
    m_details->setText(details.join(QLatin1Char('\n')));
    fill_claims();
    fill_rows();
    m_salts->show_gate(m_gate);
    m_stack->setCurrentIndex(1);
    m_rows_table->view().setCurrentIndex(m_rows->index(0, 0));
    show_rounds();
}

void GatePage::fill_claims() {
    QVector<QVector<TableCell>> rows;
    for (const GateClaim& claim : m_gate.claims) {
        const QString says =
            claim.says.isEmpty() ? claim.id : QStringLiteral("%1: %2").arg(claim.id, claim.says);
        const QString word = verdict_sign(claim.word) + QLatin1Char(' ') + verdict_word(claim.word);
        rows.append({TextCell{says, says}, TextCell{claim.must_be},
                     NumberCell{static_cast<double>(claim.rows)}, TextCell{word, {}, claim.word},
                     TextCell{claim.worst, claim.worst}, NumberCell{per_cent(claim.change)},
                     TextCell{claim.why, claim.why}});
    }
    m_claims->set_rows(std::move(rows));
    m_claims_table->fit_columns();
}

void GatePage::fill_rows() {
    QVector<QVector<TableCell>> rows;
    for (const GateRow& row : m_gate.rows) {
        const QString state =
            row.why.isEmpty() ? row.state : QStringLiteral("%1 (%2)").arg(row.state, row.why);
        rows.append({TextCell{row.name, row.name}, NumberCell{row.base_ns / ns_per_us},
                     NumberCell{row.head_ns / ns_per_us}, NumberCell{per_cent(row.ratio)},
                     NumberCell{per_cent(row.low95)}, NumberCell{per_cent(row.high95)},
                     NumberCell{row.base_spread * 100}, NumberCell{row.head_spread * 100},
                     NumberCell{per_cent(row.aa_ratio)}, TextCell{state, row.why}});
    }
    m_rows->set_rows(std::move(rows));
    m_rows_table->fit_columns();
}

void GatePage::show_rounds() {
    const QModelIndex current = m_rows_table->view().currentIndex();
    const auto row = current.isValid() ? static_cast<std::size_t>(m_rows->source_row(current.row()))
                                       : m_gate.rows.size();
    if (row < m_gate.rows.size()) {
        m_rounds->show_row(m_gate.rows[row]);
    } else {
        m_rounds->clear();
    }
}

QList<Chart*> GatePage::charts() const {
    return m_stack->currentIndex() == 1 ? QList<Chart*>{m_salts, m_rounds} : QList<Chart*>();
}

}  // namespace stallscope::app
