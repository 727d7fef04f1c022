// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/environment_tab.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/json_table.h"
#include "widgets/data_table.h"

namespace stallscope::app {
namespace {

using Rows = QVector<QVector<TableCell>>;

void add(Rows& rows, const QString& part, const QString& what, const QString& value,
         const QString& status = {}) {
    rows += QVector<TableCell>{TextCell{part}, TextCell{what, {}, status}, TextCell{value}};
}

/// What a file cannot tell is told instead of a value.
QString text_or_fault(const Result<std::string>& text) {
    return QString::fromStdString(text ? *text : text.error().says);
}

void add_json(Rows& rows, const QString& part, const std::string& json) {
    for (const auto& row : json_table(json).table.rows) {
        if (row.size() >= 2) add(rows, part, plain_text(row[0]), plain_text(row[1]));
    }
}

void add_run(Rows& rows, const RunReader& run, const std::vector<StoredVisit>& visits) {
    const QString part = EnvironmentTab::tr("Run");
    qint64 requests = 0, calls = 0;
    for (const StoredVisit& visit : visits) requests += visit.requests, calls += visit.calls;
    add(rows, part, EnvironmentTab::tr("state"), text_or_fault(run.status()));
    if (const auto why = run.status_reason(); why && !why->empty()) {
        add(rows, part, EnvironmentTab::tr("reason"), QString::fromStdString(*why));
    }
    add(rows, part, EnvironmentTab::tr("engine"), text_or_fault(run.engine_version()));
    add(rows, part, EnvironmentTab::tr("sealed at"), text_or_fault(run.sealed_at()));
    add(rows, part, EnvironmentTab::tr("seal, SHA-256"), text_or_fault(run.sealed_sha256()));
    add(rows, part, EnvironmentTab::tr("visits"), QString::number(visits.size()));
    add(rows, part, EnvironmentTab::tr("requests"), QString::number(requests));
    add(rows, part, EnvironmentTab::tr("calls"), QString::number(calls));
}

void add_checks(Rows& rows, const RunReader& run) {
    const auto checks = run.checks();
    if (!checks) return;
    for (const StoredCheck& check : *checks) {
        const QString name = QString::fromStdString(check.name);
        add(rows, EnvironmentTab::tr("Checks before the run"),
            check.passed ? QStringLiteral("✓ ") + name : QStringLiteral("✗ ") + name,
            QString::fromStdString(check.says),
            check.passed ? QStringLiteral("met") : QStringLiteral("not_met"));
    }
}

/// Everything the engine stored beside the seal, without the reference answers.
void add_facts(Rows& rows, const RunReader& run, const RunResults* results) {
    const QString part = EnvironmentTab::tr("Facts of the run");
    if (results != nullptr) add_json(rows, part, results->facts_json);
    const auto keys = run.fact_keys();
    if (!keys) return;
    for (const std::string& key : *keys) {
        if (key == "preparation" || key == "bank") continue;
        const auto value = run.fact(key);
        if (!value) continue;
        const QJsonDocument object = QJsonDocument::fromJson(QByteArray::fromStdString(*value));
        const QString name = QString::fromStdString(key);
        if (object.isObject()) {
            add_json(rows, part + QStringLiteral(": ") + name, *value);
        } else {
            add(rows, part, name, QString::fromStdString(*value).remove(QLatin1Char('"')));
        }
    }
}

QString indented(const std::string& json) {
    const QByteArray text = QByteArray::fromStdString(json);
    const QJsonDocument document = QJsonDocument::fromJson(text);
    return QString::fromUtf8(document.isNull() ? text : document.toJson(QJsonDocument::Indented));
}

}  // namespace

EnvironmentTab::EnvironmentTab(QWidget* parent)
    : ExploreTab(parent),
      m_model({{tr("part")}, {tr("what")}, {tr("value")}}),
      m_table(new DataTable(m_model, tr("Environment and facts"))),
      m_state(new QLabel),
      m_check(new QPushButton(tr("&Check all rows"))),
      m_sealed(new QPlainTextEdit),
      m_work(this) {
    m_state->setTextFormat(Qt::PlainText);
    m_state->setObjectName(QStringLiteral("integrity"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_check->setObjectName(QStringLiteral("check_rows"));
    m_check->setToolTip(tr("Reads every row and compares the digest that each visit ended with"));
    m_sealed->setObjectName(QStringLiteral("sealed_text"));
    m_sealed->setAccessibleName(tr("Sealed experiment"));
    m_sealed->setReadOnly(true);
    m_sealed->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_sealed->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_table->set_wide_column(2);
    m_table->filter().setPlaceholderText(tr("Filter: a word, or part = Run"));

    auto* sealed = new QWidget;
    auto* sealed_label =
        new QLabel(tr("&Sealed experiment, as it was when the first window began"));
    sealed_label->setBuddy(m_sealed);
    auto* sealed_layout = new QVBoxLayout(sealed);
    sealed_layout->setContentsMargins(0, 0, 0, 0);
    sealed_layout->addWidget(sealed_label);
    sealed_layout->addWidget(m_sealed, 1);
    auto* splitter = new QSplitter;
    splitter->addWidget(m_table);
    splitter->addWidget(sealed);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_state, 1);
    row->addWidget(m_check);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(splitter, 1);
    connect(m_check, &QPushButton::clicked, this, &EnvironmentTab::check);
}

void EnvironmentTab::set_run(const ExploredRun& run) {
    m_work.cancel();
    m_run = run;
    m_is_filled = false;
    m_model.set_rows({});
    m_sealed->clear();
    m_state->clear();
    m_check->setEnabled(true);
}

void EnvironmentTab::show_choice(const ExploreChoice& /*choice*/) {
    const bool is_analysed = m_run.file->results() != nullptr;
    if (m_is_filled && m_model.all_rows() > 0 && !is_analysed) return;
    const bool is_first = !std::exchange(m_is_filled, true);
    if (is_first || is_analysed) fill();
    if (!is_first) return;
    qint64 rows = 0;
    for (const StoredVisit& visit : m_run.file->visits()) rows += visit.requests + visit.calls;
    if (rows < checked_at_once_below) {
        check();
    } else {
        m_state->setText(tr("Whether the rows are as they were written has not been checked: there "
                            "are %1 of them.")
                             .arg(rows));
    }
}

void EnvironmentTab::fill() {
    const auto reader = m_run.file->reader();
    Rows rows;
    add_run(rows, *reader, m_run.file->visits());
    if (const auto environment = reader->environment()) {
        add_json(rows, tr("Environment"), *environment);
    }
    add_checks(rows, *reader);
    add_facts(rows, *reader, m_run.file->results().get());
    if (rows.size() == m_model.all_rows()) return;
    m_model.set_rows(std::move(rows));
    m_table->fit_columns();
    if (const auto text = reader->sealed_text()) m_sealed->setPlainText(indented(*text));
}

void EnvironmentTab::check() {
    m_check->setEnabled(false);
    m_work.start([this, run = m_run.file->reader(),
                  visits = m_run.file->visits()](const BackgroundWork::Call& call) {
        const auto done = check_integrity(*run, visits, [&](const RunIntegrity& found) {
            call.post([this, found] { show_state(found); });
            return !call.cancelled();
        });
        if (done) return;
        call.post([this, faults = problems_of(done.error())] {
            for (const Problem& fault : faults) emit problem(fault);
            m_check->setEnabled(true);
        });
    });
}

void EnvironmentTab::show_state(const RunIntegrity& found) {
    QString text = found.seal_holds
                       ? tr("✓ The seal holds: the experiment is the one that was sealed.")
                       : tr("✗ The seal is broken: the experiment's text was altered after it.");
    text += QLatin1Char(' ');
    if (!found.altered.isEmpty()) {
        text += tr("✗ Altered rows: %1.").arg(found.altered.join(QStringLiteral(", ")));
    } else if (found.complete()) {
        text += tr("✓ The rows of all %1 ended visits give the digest they ended with.")
                    .arg(found.visits);
    } else {
        text +=
            tr("Checking the rows: %1 of %2 visits.").arg(found.visits_checked).arg(found.visits);
    }
    if (const auto seal = m_run.file->reader()->sealed_sha256()) {
        text += tr("\nSeal, SHA-256: %1").arg(QString::fromStdString(*seal));
    }
    m_state->setText(text);
    m_check->setEnabled(found.complete());
}

}  // namespace stallscope::app
