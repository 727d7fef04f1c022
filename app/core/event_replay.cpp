// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/event_replay.h"

#include <QFile>
#include <limits>

#include "core/event_reader.h"
#include "core/line_splitter.h"
#include "core/run_session.h"

namespace stallscope::app {
namespace {

constexpr auto frame = std::chrono::milliseconds(25);

}  // namespace

EventReplay::EventReplay(RunSession& session, QObject* parent)
    : QObject(parent), m_session(session) {
    m_timer.setInterval(frame);
    connect(&m_timer, &QTimer::timeout, this, &EventReplay::play_due);
}

EventReplay::~EventReplay() = default;

Result<void> EventReplay::read(const QString& name) {
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorKind::usage, file.errorString().toStdString(), name.toStdString());
    }
    LineSplitter lines(EventReader::longest_line);
    int number = 0;
    const auto take = [&](QByteArrayView line) {
        ++number;
        if (line.trimmed().isEmpty()) return;
        auto event = event_from_line(line);
        if (event) {
            m_lines.push_back({std::move(*event), 0});
            return;
        }
        for (Problem fault : problems_of(event.error())) {
            fault.where = tr("%1, line %2 %3").arg(name).arg(number).arg(fault.where).trimmed();
            emit problem(fault);
        }
    };
    while (!file.atEnd()) lines.add(file.read(1 << 20), take);
    if (!lines.rest().isEmpty()) take(lines.rest());
    if (m_lines.empty()) {
        return fail(ErrorKind::usage, tr("no event is in this file").toStdString(),
                    name.toStdString(),
                    tr("Recorded streams are written by stallscope run --events").toStdString());
    }
    return {};
}

void EventReplay::spread_times() {
    double before_s = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const auto* progress = std::get_if<ProgressEvent>(&m_lines[i].event);
        if (progress == nullptr || !progress->elapsed_s) continue;
        const double now_s = std::max(before_s, *progress->elapsed_s);
        const double step_s = (now_s - before_s) / static_cast<double>(i - first + 1);
        for (std::size_t j = first; j <= i; ++j) {
            m_lines[j].at_s = before_s + step_s * static_cast<double>(j - first + 1);
        }
        before_s = now_s;
        first = i + 1;
    }
    for (std::size_t j = first; j < m_lines.size(); ++j) m_lines[j].at_s = before_s;
}

std::chrono::duration<double> EventReplay::length() const {
    return std::chrono::duration<double>(m_lines.empty() ? 0 : m_lines.back().at_s);
}

Result<void> EventReplay::start(const QString& file, double speed) {
    stop();
    m_lines.clear();
    m_next = 0;
    if (auto done = read(file); !done) return done;
    spread_times();
    m_speed = speed;
    if (m_speed <= 0) {
        play_until(std::numeric_limits<double>::infinity());
        return {};
    }
    m_began = std::chrono::steady_clock::now();
    m_timer.start();
    return {};
}

void EventReplay::stop() {
    m_timer.stop();
}

void EventReplay::play_due() {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_began;
    play_until(elapsed.count() * m_speed);
}

void EventReplay::play_until(double at_s) {
    for (; m_next < m_lines.size() && m_lines[m_next].at_s <= at_s; ++m_next) {
        m_session.apply(std::move(m_lines[m_next].event));
    }
    if (m_next < m_lines.size()) return;
    stop();
    m_session.end();
    emit finished();
}

}  // namespace stallscope::app
