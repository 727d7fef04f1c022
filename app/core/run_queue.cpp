// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_queue.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "core/run_session.h"

namespace stallscope::app {
namespace {

constexpr int exit_cancelled = 130;

bool has_ended(QueuedState state) {
    return state == QueuedState::done || state == QueuedState::failed ||
           state == QueuedState::cancelled;
}

bool is_waiting(const RunQueue::Entry& entry) {
    return entry.state == QueuedState::waiting;
}

QueuedState state_after(const EngineEnd& end, bool was_asked_to_stop) {
    const bool exited = end.kind == EngineEnd::Kind::exited;
    if (exited && end.code == 0 && end.said_finished) return QueuedState::done;
    if (exited && end.code == exit_cancelled) return QueuedState::cancelled;
    return was_asked_to_stop ? QueuedState::cancelled : QueuedState::failed;
}

}  // namespace

QString text_of(QueuedState state) {
    const auto say = [](const char* text) {
        return QCoreApplication::translate("stallscope::app::QueuedState", text);
    };
    switch (state) {
        case QueuedState::waiting:
            return say("waiting");
        case QueuedState::running:
            return say("running");
        case QueuedState::paused:
            return say("paused");
        case QueuedState::cancelling:
            return say("cancelling");
        case QueuedState::done:
            return say("done");
        case QueuedState::failed:
            return say("failed");
        case QueuedState::cancelled:
            return say("cancelled");
    }
    return {};
}

RunQueue::RunQueue(QObject* parent) : RunQueue(EngineClient::Limits{}, parent) {}

RunQueue::RunQueue(EngineClient::Limits limits, QObject* parent)
    : QObject(parent), m_limits(limits) {}

RunQueue::~RunQueue() {
    if (m_engine) m_engine->disconnect(this);
    m_engine.reset();
}

std::vector<RunQueue::Entry>::iterator RunQueue::place_of(int id) {
    return std::find_if(m_entries.begin(), m_entries.end(),
                        [id](const Entry& entry) { return entry.id == id; });
}

RunQueue::Entry* RunQueue::find_entry(int id) {
    const auto place = place_of(id);
    return place == m_entries.end() ? nullptr : &*place;
}

const RunQueue::Entry* RunQueue::find(int id) const {
    return const_cast<RunQueue*>(this)->find_entry(id);
}

RunSession* RunQueue::session(int id) const {
    const Entry* entry = find(id);
    return entry == nullptr ? nullptr : entry->session.get();
}

const RunQueue::Entry* RunQueue::current() const {
    return m_current == 0 ? nullptr : find(m_current);
}

int RunQueue::add(RunOrder order) {
    Entry entry;
    entry.id = ++m_last_id;
    entry.name = name_of(order);
    entry.order = std::move(order);
    entry.session = std::make_unique<RunSession>();
    entry.session->set_name(entry.name);
    connect(entry.session.get(), &RunSession::problem, this, &RunQueue::problem);
    m_entries.push_back(std::move(entry));
    emit changed();
    QMetaObject::invokeMethod(this, &RunQueue::start_next, Qt::QueuedConnection);
    return m_last_id;
}

bool RunQueue::move(int id, int place) {
    const auto from = place_of(id);
    if (from == m_entries.end() || !is_waiting(*from)) return false;
    const auto first = std::find_if(m_entries.begin(), m_entries.end(), is_waiting);
    const auto last = std::prev(m_entries.end());
    const auto to = first + std::clamp<std::ptrdiff_t>(place, 0, last - first);
    if (to < from) std::rotate(to, from, from + 1);
    if (from < to) std::rotate(from, from + 1, to + 1);
    emit changed();
    return true;
}

bool RunQueue::remove(int id) {
    auto place = place_of(id);
    if (place == m_entries.end()) return false;
    if (!is_waiting(*place) && !has_ended(place->state)) return false;
    emit about_to_remove(id);
    place = place_of(id);
    // It may be asked once more by what is on its way to it.
    place->session.release()->deleteLater();
    m_entries.erase(place);
    emit changed();
    return true;
}

void RunQueue::start_next() {
    if (is_busy()) return;
    const auto next = std::find_if(m_entries.begin(), m_entries.end(), is_waiting);
    if (next != m_entries.end()) start(*next);
}

void RunQueue::start(Entry& entry) {
    m_current = entry.id;
    entry.state = QueuedState::running;
    m_engine = std::make_unique<EngineClient>(m_limits, nullptr);
    EngineClient& engine = *m_engine;
    connect(&engine, &EngineClient::event, entry.session.get(), &RunSession::apply);
    connect(&engine, &EngineClient::event, this, [this](const EngineEvent& event) {
        const auto* error = std::get_if<ErrorEvent>(&event);
        if (error == nullptr) return;
        for (const Problem& fault : error->problems) emit problem(fault);
    });
    connect(&engine, &EngineClient::problem, this, &RunQueue::problem);
    connect(&engine, &EngineClient::log_line, this, &RunQueue::log_line);
    connect(&engine, &EngineClient::state_changed, this, &RunQueue::on_state);
    // Queued: the next one must not be started, and this one deleted, from within its own signal.
    connect(&engine, &EngineClient::ended, this, &RunQueue::on_end, Qt::QueuedConnection);
    emit changed();
    emit started(entry.id);
    engine.start(find(m_current)->order);
}

void RunQueue::on_state(EngineState state) {
    Entry* entry = find_entry(m_current);
    if (entry == nullptr) return;
    switch (state) {
        case EngineState::paused:
            entry->state = QueuedState::paused;
            break;
        case EngineState::cancelling:
        case EngineState::closing_input:
        case EngineState::terminating:
        case EngineState::killing:
            entry->state = QueuedState::cancelling;
            break;
        case EngineState::ended:
            return;
        default:
            entry->state = QueuedState::running;
    }
    entry->says = text_of(state);
    emit changed();
}

void RunQueue::on_end(const QString& sentence) {
    Entry* entry = find_entry(std::exchange(m_current, 0));
    if (entry == nullptr) return;
    const int id = entry->id;
    entry->state = state_after(*m_engine->end(), entry->state == QueuedState::cancelling);
    entry->says = sentence;
    if (entry->state == QueuedState::failed) {
        emit problem({sentence, entry->name, tr("The engine's log says more.")});
    }
    session(id)->end();
    emit changed();
    emit ended(id);
    start_next();
}

void RunQueue::pause() {
    if (is_busy()) m_engine->pause();
}

void RunQueue::resume() {
    if (is_busy()) m_engine->resume();
}

void RunQueue::cancel() {
    if (is_busy()) m_engine->cancel();
}

void RunQueue::cancel_all() {
    for (Entry& entry : m_entries) {
        if (!is_waiting(entry)) continue;
        entry.state = QueuedState::cancelled;
        entry.says = tr("Not started.");
        entry.session->end();
    }
    emit changed();
    cancel();
}

}  // namespace stallscope::app
