// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/request_details.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <cmath>

#include "core/request_stamps.h"
#include "models/values_model.h"
#include "widgets/data_table.h"

namespace stallscope::app {
namespace {

double scaled(const std::optional<std::int64_t>& ns, double by) {
    return ns ? static_cast<double>(*ns) / by : std::nan("");
}

template <class Row>
QVector<QVector<TableCell>> stamp_rows(const Row& row) {
    QVector<QVector<TableCell>> rows;
    for (const StampFact& stamp : stamps_of(row)) {
        const QString tip = stamp.at_ns ? stamp.definition
                                        : stamp.definition + QLatin1Char('\n') +
                                              RequestDetails::tr("It was not taken.");
        rows.append({TextCell{stamp.id, tip}, NumberCell{scaled(stamp.at_ns, 1e6), tip},
                     NumberCell{scaled(stamp.since_last_ns, 1e3), tip}});
    }
    return rows;
}

template <class Row>
QVector<QVector<TableCell>> leg_rows(const Row& row) {
    QVector<QVector<TableCell>> rows;
    for (const LegFact& leg : legs_of(row)) {
        const QString tip = leg.ns ? leg.definition
                                   : leg.definition + QLatin1Char('\n') +
                                         RequestDetails::tr("One of its stamps was not taken.");
        rows.append({TextCell{leg.id, tip}, NumberCell{scaled(leg.ns, 1e6), tip}});
    }
    return rows;
}

DataTable* table_of(TableModel& model, const QString& name, const char* object_name) {
    auto* table = new DataTable(model, name);
    table->setObjectName(QLatin1String(object_name));
    // Two dozen rows: all of them are in sight.
    table->filter().hide();
    table->findChild<QLabel*>(QStringLiteral("row_count"))->hide();
    QHeaderView* header = table->view().horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    table->view().verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
    table->set_empty_text(
        RequestDetails::tr("Click a span, or press N for the worst request, to see its stamps."));
    return table;
}

}  // namespace

RequestDetails::RequestDetails(QWidget* parent) : QWidget(parent), m_title(new QLabel) {
    m_stamps = new ValuesModel(
        {{tr("stamp")},
         {tr("time"), tr("ms"), true, 3, tr("From the start of the visit's window.")},
         {tr("step"), tr("µs"), true, 1, tr("From the stamp above it.")}},
        this);
    m_legs = new ValuesModel({{tr("leg")}, {tr("length"), tr("ms"), true, 4}}, this);
    m_stamp_table = table_of(*m_stamps, tr("Stamps of the request"), "stamps");
    m_leg_table = table_of(*m_legs, tr("Legs of the request"), "legs");
    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("details_tabs"));
    tabs->setDocumentMode(true);
    tabs->addTab(m_stamp_table, tr("Stamps"));
    tabs->addTab(m_leg_table, tr("Legs"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setObjectName(QStringLiteral("request_title"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(tabs, 1);
    clear();
}

void RequestDetails::show_request(const Timeline& timeline, const RequestRef& request) {
    const QString& stream = timeline.streams[static_cast<std::size_t>(request.stream)].name;
    const QString what = request.is_call ? tr("Call %L1 of %2") : tr("Request %L1 of %2");
    m_title->setText(what.arg(timeline.number(request)).arg(stream));
    if (const RequestRow* row = timeline.request(request)) {
        m_stamps->set_rows(stamp_rows(*row));
        m_legs->set_rows(leg_rows(*row));
    } else if (const CallRow* call = timeline.call(request)) {
        m_stamps->set_rows(stamp_rows(*call));
        m_legs->set_rows(leg_rows(*call));
    }
}

void RequestDetails::clear() {
    m_title->setText(tr("No request is selected"));
    m_stamps->set_rows({});
    m_legs->set_rows({});
}

}  // namespace stallscope::app
