// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine_client.h"

#include <fcntl.h>
#include <unistd.h>

#include <QCoreApplication>
#include <utility>

#include "core/event_reader.h"

namespace stallscope::app {
namespace {

constexpr qsizetype longest_log_line = qsizetype{64} << 10;
/// How much an engine may write while nobody reads at all.
[[maybe_unused]] constexpr int pipe_bytes = 1 << 20;

}  // namespace

QString engine_program() {
    const QString named = qEnvironmentVariable("STALLSCOPE");
    return named.isEmpty() ? QCoreApplication::applicationDirPath() + "/stallscope" : named;
}

EngineClient::EngineClient(QObject* parent) : EngineClient(Limits{}, parent) {}

EngineClient::EngineClient(Limits limits, QObject* parent)
    : QObject(parent),
      m_limits(limits),
      m_log_splitter(longest_log_line),
      m_queue([this](Delivery delivery) { take(std::move(delivery)); }, limits.queue) {
    m_step.setSingleShot(true);
    m_step.setInterval(m_limits.step);
    connect(&m_step, &QTimer::timeout, this, &EngineClient::next_step);
    connect(&m_process, &QProcess::readyReadStandardError, this, &EngineClient::read_log);
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        on_process_end({.kind = status == QProcess::CrashExit ? EngineEnd::Kind::crashed
                                                              : EngineEnd::Kind::exited,
                        .code = code});
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            on_process_end({.kind = EngineEnd::Kind::not_started,
                            .program = m_process.program(),
                            .start_fault = m_process.errorString()});
        }
    });
}

EngineClient::~EngineClient() {
    m_process.disconnect(this);
    // Nobody takes events any more; the reader goes on to empty the pipe, or the engine could not
    // say its last words.
    m_queue.close();
    const auto ends_soon = [&] {
        return m_process.waitForFinished(static_cast<int>(m_limits.last_step.count()));
    };
    if (m_process.state() != QProcess::NotRunning) {
        send("cancel");
        m_process.closeWriteChannel();
        if (!ends_soon()) m_process.terminate();
        if (!ends_soon()) m_process.kill();
        ends_soon();
    }
    if (m_write_end >= 0) ::close(m_write_end);
}

bool EngineClient::connect_events() {
    // A pipe of our own: QProcess keeps all that comes in memory, without a limit.
    int ends[2];
    if (::pipe(ends) != 0) return false;
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#ifdef F_SETPIPE_SZ
    ::fcntl(ends[1], F_SETPIPE_SZ, pipe_bytes);
#endif
    m_write_end = ends[1];
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([end = m_write_end] { ::dup2(end, STDOUT_FILENO); });
    m_reader = std::make_unique<EventReader>(ends[0], m_queue);
    return true;
}

void EngineClient::start(const RunOrder& order) {
    if (m_state != EngineState::idle) return;
    set_state(EngineState::starting);
    m_process.setProgram(engine_program());
    m_process.setArguments(arguments_of(order));
    m_process.setWorkingDirectory(working_directory_of(order));
    if (!connect_events()) {
        m_events_have_ended = true;
        on_process_end({.kind = EngineEnd::Kind::not_started,
                        .program = m_process.program(),
                        .start_fault = tr("no pipe could be made for its events")});
        return;
    }
    m_process.start();
    ::close(std::exchange(m_write_end, -1));
}

void EngineClient::send(const char* command) {
    m_process.write(QByteArray("{\"cmd\":\"") + command + "\"}\n");
}

void EngineClient::pause() {
    if (m_state != EngineState::running) return;
    send("pause");
    set_state(EngineState::paused);
}

void EngineClient::resume() {
    if (m_state != EngineState::paused) return;
    send("resume");
    set_state(EngineState::running);
}

void EngineClient::cancel() {
    const bool may = m_state == EngineState::starting || m_state == EngineState::running ||
                     m_state == EngineState::paused;
    if (!may) return;
    set_state(EngineState::cancelling);
    send("cancel");
    m_step.start();
}

void EngineClient::next_step() {
    switch (m_state) {
        case EngineState::cancelling:
            set_state(EngineState::closing_input);
            m_process.closeWriteChannel();
            break;
        case EngineState::closing_input:
            set_state(EngineState::terminating);
            m_process.terminate();
            break;
        case EngineState::terminating:
            set_state(EngineState::killing);
            m_process.kill();
            return;
        default:
            // Its events have ended and it lives on: asked as by anybody.
            cancel();
            return;
    }
    m_step.start();
}

void EngineClient::set_state(EngineState state) {
    if (std::exchange(m_state, state) != state) emit state_changed(state);
}

void EngineClient::read_log() {
    const int dropped = m_log_splitter.too_long();
    const auto add = [this](const QString& line) {
        m_log.push_back(line);
        if (m_log.size() > log_lines) m_log.pop_front();
        emit log_line(line);
    };
    m_log_splitter.add(m_process.readAllStandardError(),
                       [&](QByteArrayView line) { add(QString::fromUtf8(line)); });
    if (m_log_splitter.too_long() > dropped) add(tr("(a line of more than 64 KiB is left out)"));
}

void EngineClient::take(Delivery delivery) {
    if (const auto* said = std::get_if<EngineEvent>(&delivery)) {
        if (!m_is_muted) take_event(*said);
    } else if (const auto* fault = std::get_if<Problem>(&delivery)) {
        if (!m_is_muted) emit problem(*fault);
    } else {
        m_events_have_ended = true;
        if (!m_process_end && !m_step.isActive()) m_step.start();
        finish_when_all_ended();
    }
}

void EngineClient::take_event(const EngineEvent& said) {
    if (!m_is_greeted && !greet(said)) return;
    m_said_finished = m_said_finished || std::holds_alternative<RunFinishedEvent>(said);
    emit event(said);
}

/// The first event must be a hello of the schema that is known here.
bool EngineClient::greet(const EngineEvent& first) {
    m_is_greeted = true;
    const auto* hello = std::get_if<HelloEvent>(&first);
    if (hello != nullptr && hello->schema == events_schema) {
        if (m_state == EngineState::starting) set_state(EngineState::running);
        return true;
    }
    const QString program = m_process.program();
    const QString hint =
        tr("Install engine and workbench of the same version; STALLSCOPE in the "
           "environment names another engine. The run is being cancelled.");
    emit problem(hello != nullptr
                     ? Problem{tr("The engine %1 writes events of schema %2, this workbench reads "
                                  "schema %3")
                                   .arg(hello->engine)
                                   .arg(hello->schema)
                                   .arg(events_schema),
                               program, hint}
                     : Problem{tr("The engine did not begin with a hello"), program, hint});
    m_is_muted = true;
    cancel();
    return false;
}

void EngineClient::on_process_end(EngineEnd end) {
    m_step.stop();
    const bool was_forced = m_state == EngineState::terminating || m_state == EngineState::killing;
    end.was_killed = was_forced && end.kind == EngineEnd::Kind::crashed;
    m_process_end = std::move(end);
    if (m_reader) m_reader->stop();
    finish_when_all_ended();
}

void EngineClient::finish_when_all_ended() {
    if (!m_events_have_ended || !m_process_end || m_end) return;
    read_log();
    m_end = m_process_end;
    m_end->said_finished = m_said_finished;
    set_state(EngineState::ended);
    emit ended(sentence_of(*m_end));
}

}  // namespace stallscope::app
