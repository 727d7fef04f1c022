// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_session.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "core/event_queue.h"
#include "core/run_file.h"
#include "core/run_replay.h"
#include "core/stored_events.h"

namespace stallscope::app {
namespace {

/// Columns are moved, nothing is parsed: a portion is a few batches.
constexpr EventQueue::Limits replay_limits{.waiting_bytes = std::size_t{32} << 20,
                                           .bytes_per_turn = std::size_t{4} << 20};

bool is_told(const QVector<FindingEvent>& told, const FindingEvent& finding) {
    return std::any_of(told.begin(), told.end(), [&](const FindingEvent& other) {
        return other.id == finding.id && other.where == finding.where && other.says == finding.says;
    });
}

}  // namespace

RunSession::RunSession(QObject* parent) : QObject(parent) {}

RunSession::~RunSession() {
    if (!m_replayed) return;
    m_replayed->close();
    if (m_live) m_file->reader()->stop();
}

QString RunSession::title() const {
    if (m_file) return QFileInfo(m_file->path()).completeBaseName();
    const QString file = m_data.finished() ? m_data.finished()->file : m_data.plan().file;
    if (!file.isEmpty()) return QFileInfo(file).completeBaseName();
    return m_data.plan().experiment.isEmpty() ? m_name : m_data.plan().experiment;
}

void RunSession::apply(EngineEvent event) {
    m_data.apply(std::move(event));
    change_soon();
}

void RunSession::change_soon() {
    if (std::exchange(m_change_is_queued, true)) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_change_is_queued = false;
            emit changed();
        },
        Qt::QueuedConnection);
}

void RunSession::end() {
    if (!m_live) return;
    m_data.end();
    const QString file = m_data.finished() && !m_data.finished()->file.isEmpty()
                             ? m_data.finished()->file
                             : m_data.plan().file;
    // Refused runs leave none.
    if (!m_file && !file.isEmpty() && QFileInfo::exists(file)) open_file(file);
    finish();
}

void RunSession::finish() {
    m_live = false;
    change_soon();
    emit ended();
}

bool RunSession::open_file(const QString& file) {
    auto opened = RunFile::open(file);
    if (!opened) {
        for (const Problem& fault : problems_of(opened.error())) emit problem(fault);
        return false;
    }
    m_file = std::move(*opened);
    connect(m_file.get(), &RunFile::problem, this, &RunSession::problem);
    emit file_opened();
    return true;
}

void RunSession::open(const QString& file) {
    const bool is_fed = m_data.revision() > 0;
    if (!open_file(file)) {
        if (!is_fed) finish();
        return;
    }
    if (!is_fed) replay_file();
}

void RunSession::replay_file() {
    connect(m_file.get(), &RunFile::analysed, this, &RunSession::tell_analysis);
    connect(m_file.get(), &RunFile::analysis_failed, this, [this] {
        if (m_rows_are_told && m_live) finish();
    });
    const auto take = [this](Delivery delivery) {
        if (auto* event = std::get_if<EngineEvent>(&delivery)) {
            apply(std::move(*event));
        } else if (const auto* fault = std::get_if<Problem>(&delivery)) {
            emit problem(*fault);
        } else {
            // Not earlier: the charts' rows come first.
            m_rows_are_told = true;
            if (m_file->results()) tell_analysis();
            m_file->analyse();
        }
    };
    m_replayed = std::make_unique<EventQueue>(take, replay_limits);
    m_replay = std::make_unique<RunReplay>(m_file->reader(), m_file->path(), *m_replayed);
}

void RunSession::tell_analysis() {
    // Somebody may have asked for the analysis before the rows were told.
    if (!m_rows_are_told || !m_live) return;
    for (const Finding& finding : m_file->results()->findings) {
        FindingEvent event = finding_event(finding);
        if (!is_told(m_data.findings(), event)) apply(std::move(event));
    }
    apply(criteria_event(m_file->results()->criteria));
    finish();
}

}  // namespace stallscope::app
