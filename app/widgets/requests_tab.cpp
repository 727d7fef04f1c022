// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/requests_tab.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/data_table.h"

namespace stallscope::app {
namespace {

QString state_of(const StoredVisit& stored) {
    if (!stored.end) return RequestsTab::tr("partial");
    switch (stored.end->status) {
        case VisitStatus::complete:
            return RequestsTab::tr("complete");
        case VisitStatus::failed:
            return RequestsTab::tr("failed");
        case VisitStatus::discarded:
            return RequestsTab::tr("discarded");
    }
    return {};
}

QString name_of_visit(const StoredVisit& stored) {
    const VisitRow& visit = stored.visit;
    QString name =
        RequestsTab::tr("visit %1: %2, %3, cycle %4")
            .arg(visit.id)
            .arg(QString::fromStdString(visit.cell), QString::fromStdString(visit.condition))
            .arg(visit.cycle + 1);
    if (visit.half > 0) name += RequestsTab::tr(", half %1").arg(visit.half);
    if (visit.attempt > 1) name += RequestsTab::tr(", attempt %1").arg(visit.attempt);
    return RequestsTab::tr("%1 (%2)").arg(name, state_of(stored));
}

}  // namespace

RequestsTab::RequestsTab(QWidget* parent)
    : ExploreTab(parent),
      m_visit(new QComboBox),
      m_stream(new QComboBox),
      m_table(new DataTable(m_model, tr("Requests"))) {
    m_visit->setObjectName(QStringLiteral("visit"));
    m_stream->setObjectName(QStringLiteral("raw_stream"));
    m_visit->setMaxVisibleItems(24);
    m_visit->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* visit_label = new QLabel(tr("&Visit"));
    visit_label->setBuddy(m_visit);
    auto* stream_label = new QLabel(tr("St&ream"));
    stream_label->setBuddy(m_stream);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{visit_label, m_visit, stream_label, m_stream}) {
        m_table->add_in_front(widget);
    }
    m_table->filter().setPlaceholderText(tr("Filter, for example: return > 5 and arrival >= 0"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_table);
    connect(m_visit, &QComboBox::currentIndexChanged, this, [this] {
        offer_streams();
        show_stream();
    });
    connect(m_stream, &QComboBox::currentIndexChanged, this, &RequestsTab::show_stream);
}

void RequestsTab::set_run(const ExploredRun& run) {
    if (m_run.file) disconnect(m_run.file, nullptr, this, nullptr);
    m_run = run;
    m_model.set_stream(nullptr);
    m_shown_visit = -1;
    const QSignalBlocker blocker(m_visit);
    m_visit->clear();
    if (!m_run.file) return;
    for (const StoredVisit& visit : m_run.file->visits()) {
        m_visit->addItem(name_of_visit(visit), QVariant::fromValue<qint64>(visit.visit.id));
    }
    offer_streams();
    connect(m_run.file, &RunFile::rows_read, this, [this] {
        if (isVisible()) show_stream();
    });
}

void RequestsTab::offer_streams() {
    const QSignalBlocker blocker(m_stream);
    const QString before = m_stream->currentText();
    m_stream->clear();
    const auto streams = m_run.file->reader()->streams(m_visit->currentData().toLongLong());
    if (!streams) {
        for (const Problem& fault : problems_of(streams.error())) emit problem(fault);
        return;
    }
    for (const std::string& stream : *streams) m_stream->addItem(QString::fromStdString(stream));
    m_stream->setCurrentIndex(std::max(0, m_stream->findText(before)));
}

void RequestsTab::show_rows(qint64 visit, const QString& stream) {
    const int at = m_visit->findData(QVariant::fromValue<qint64>(visit));
    if (at < 0) return;
    m_visit->setCurrentIndex(at);
    if (const int place = m_stream->findText(stream); place >= 0) m_stream->setCurrentIndex(place);
}

void RequestsTab::show_choice(const ExploreChoice& /*choice*/) {
    show_stream();
}

void RequestsTab::show_stream() {
    const qint64 visit = m_visit->currentData().toLongLong();
    const QString stream = m_stream->currentText();
    if (visit == m_shown_visit && stream == m_shown_stream) return;
    if (stream.isEmpty()) {
        m_table->set_empty_text(tr("This visit has no rows"));
        m_model.set_stream(nullptr);
        return;
    }
    const auto rows = m_run.file->rows(visit, stream);
    if (!rows) {
        m_table->set_empty_text(tr("Reading the rows …"));
        m_model.set_stream(nullptr);
        m_shown_visit = -1;
        m_run.file->read_rows(visit, stream);
        return;
    }
    m_shown_visit = visit;
    m_shown_stream = stream;
    m_table->set_empty_text(tr("This visit has no rows of this stream"));
    m_model.set_stream(rows);
    m_table->fit_columns();
}

}  // namespace stallscope::app
