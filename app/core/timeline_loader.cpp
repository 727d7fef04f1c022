// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline_loader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plan/seal.h"

namespace stallscope::app {

struct TimelineLoader::Visit {
    VisitFrame frame;
    QStringList streams;

    /// What there is to read, and what frames it. A sealed experiment that this version cannot read
    /// costs the warm-up's edge and the parts, not the timeline.
    static Result<Visit> read(const RunReader& run, VisitFrame frame) {
        auto samples = run.samples(frame.visit);
        if (!samples) return tl::unexpected(samples.error());
        auto streams = run.streams(frame.visit);
        if (!streams) return tl::unexpected(streams.error());
        Visit visit{std::move(frame), {}};
        visit.frame.samples = std::move(*samples);
        for (const std::string& stream : *streams) visit.streams += QString::fromStdString(stream);
        if (const auto text = run.sealed_text()) {
            if (const auto experiment = unseal(*text)) {
                visit.frame.warm_up_ns = std::llround(experiment->windows.warm_up * 1e9);
                visit.frame.parts = experiment->windows.parts;
            }
        }
        return visit;
    }
};

TimelineLoader::TimelineLoader(QObject* parent) : QObject(parent), m_work(this) {}

TimelineLoader::~TimelineLoader() {
    cancel();
}

void TimelineLoader::cancel() {
    m_work.cancel();
    if (m_file) m_file->disconnect(this);
    m_file = nullptr;
    m_missing.clear();
    m_streams.clear();
}

void TimelineLoader::load(RunFile& file, qint64 visit) {
    cancel();
    m_file = &file;
    VisitFrame frame;
    frame.visit = visit;
    for (const StoredVisit& stored : file.visits()) {
        if (stored.visit.id == visit) frame.window_ns = std::llround(stored.visit.window_s * 1e9);
    }
    m_work.start([this, reader = file.reader(), frame](const BackgroundWork::Call& call) {
        auto found = std::make_shared<Result<Visit>>(Visit::read(*reader, frame));
        call.post([this, found] {
            if (*found) {
                read_rows(std::move((*found)->frame), (*found)->streams);
                return;
            }
            for (const Problem& fault : problems_of(found->error())) emit problem(fault);
            emit failed();
        });
    });
}

void TimelineLoader::read_rows(VisitFrame frame, const QStringList& streams) {
    m_frame = std::move(frame);
    m_missing = streams;
    if (!m_file) {
        emit failed();
        return;
    }
    if (streams.isEmpty()) {
        build();
        return;
    }
    connect(m_file, &RunFile::rows_read, this, &TimelineLoader::take_rows);
    // The file does not say whose rows could not be read; rows that come all the same are taken.
    connect(m_file, &RunFile::problem, this, &TimelineLoader::failed);
    for (const QString& stream : streams) m_file->read_rows(m_frame.visit, stream);
}

void TimelineLoader::take_rows(qint64 visit, const QString& stream) {
    if (visit != m_frame.visit || !m_missing.contains(stream)) return;
    auto rows = m_file->rows(visit, stream);
    // Others may have pushed them out of the file's memory already.
    if (!rows) {
        m_file->read_rows(visit, stream);
        return;
    }
    m_missing.removeAll(stream);
    m_streams.push_back({stream, std::move(rows)});
    if (m_missing.isEmpty()) build();
}

void TimelineLoader::build() {
    if (m_file) m_file->disconnect(this);
    std::sort(m_streams.begin(), m_streams.end(),
              [](const TimelineStream& a, const TimelineStream& b) { return a.name < b.name; });
    m_work.start([this, frame = m_frame,
                  streams = std::exchange(m_streams, {})](const BackgroundWork::Call& call) {
        auto timeline = std::make_shared<const Timeline>(timeline_of(frame, streams));
        call.post([this, timeline = std::move(timeline)] { emit loaded(timeline); });
    });
}

}  // namespace stallscope::app
