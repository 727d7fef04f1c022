// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_file.h"

#include <QSet>
#include <QThreadPool>
#include <algorithm>
#include <list>
#include <optional>
#include <utility>

namespace stallscope::app {
namespace {

constexpr std::size_t kept_bytes = std::size_t{256} << 20;

using Place = std::pair<qint64, QString>;

std::size_t bytes_of(const StreamRows& rows) {
    return rows.requests.capacity() * sizeof(RequestRow) + rows.calls.capacity() * sizeof(CallRow);
}

Result<StreamRows> read(const RunReader& run, const Place& place) {
    const std::string stream = place.second.toStdString();
    auto requests = run.requests(place.first, stream);
    if (!requests) return tl::unexpected(requests.error());
    auto calls = run.calls(place.first, stream);
    if (!calls) return tl::unexpected(calls.error());
    return StreamRows{std::move(*requests), std::move(*calls)};
}

}  // namespace

/// Only the object's own thread touches it, but for the pool.
struct RunFile::Work {
    struct Kept {
        Place place;
        std::shared_ptr<const StreamRows> rows;
    };
    std::list<Kept> kept;  ///< the ones used last in front
    std::size_t kept_size = 0;
    QSet<Place> being_read;
    bool analysing = false;
    QThreadPool pool;  ///< last member: its threads end before the rest goes

    std::shared_ptr<const StreamRows> find(const Place& place) {
        const auto found = std::find_if(kept.begin(), kept.end(),
                                        [&](const Kept& one) { return one.place == place; });
        if (found == kept.end()) return nullptr;
        kept.splice(kept.begin(), kept, found);
        return kept.front().rows;
    }

    void keep(const Place& place, std::shared_ptr<const StreamRows> rows) {
        if (find(place)) return;
        kept_size += bytes_of(*rows);
        kept.push_front({place, std::move(rows)});
        // Those that were just asked for stay, however large they are.
        while (kept_size > kept_bytes && kept.size() > 1) {
            kept_size -= bytes_of(*kept.back().rows);
            kept.pop_back();
        }
    }
};

Result<std::unique_ptr<RunFile>> RunFile::open(const QString& path) {
    auto reader = RunReader::open(path.toStdString());
    if (!reader) return tl::unexpected(reader.error());
    auto visits = reader->visits();
    if (!visits) return tl::unexpected(visits.error());
    return std::unique_ptr<RunFile>(new RunFile(
        path, std::make_shared<const RunReader>(std::move(*reader)), std::move(*visits)));
}

RunFile::RunFile(QString path, std::shared_ptr<const RunReader> reader,
                 std::vector<StoredVisit> visits)
    : m_path(std::move(path)),
      m_reader(std::move(reader)),
      m_visits(std::move(visits)),
      m_work(std::make_unique<Work>()) {
    // One for the analysis, which takes long, and one for rows.
    m_work->pool.setMaxThreadCount(2);
}

RunFile::~RunFile() {
    m_reader->stop();
    m_work->pool.clear();
    m_work->pool.waitForDone();
}

void RunFile::tell(const Error& error) {
    for (const Problem& fault : problems_of(error)) emit problem(fault);
}

void RunFile::analyse() {
    if (m_results || std::exchange(m_work->analysing, true)) return;
    m_work->pool.start([this] {
        auto results = stallscope::analyse(*m_reader);
        auto shared = results ? std::make_shared<const RunResults>(std::move(*results)) : nullptr;
        auto error = results ? Error() : std::move(results.error());
        QMetaObject::invokeMethod(
            this,
            [this, shared = std::move(shared), error = std::move(error)] {
                m_work->analysing = false;
                m_results = shared;
                if (m_results) {
                    emit analysed();
                } else {
                    m_failure = QString::fromStdString(error.says);
                    tell(error);
                    emit analysis_failed();
                }
            },
            Qt::QueuedConnection);
    });
}

std::shared_ptr<const StreamRows> RunFile::rows(qint64 visit, const QString& stream) const {
    return m_work->find({visit, stream});
}

void RunFile::read_rows(qint64 visit, const QString& stream) {
    const Place place{visit, stream};
    if (m_work->find(place)) {
        QMetaObject::invokeMethod(
            this, [this, place] { emit rows_read(place.first, place.second); },
            Qt::QueuedConnection);
        return;
    }
    if (m_work->being_read.contains(place)) return;
    m_work->being_read.insert(place);
    m_work->pool.start([this, place] {
        auto found = read(*m_reader, place);
        auto rows = std::make_shared<const StreamRows>(found ? std::move(*found) : StreamRows());
        auto error = found ? std::optional<Error>() : std::move(found.error());
        QMetaObject::invokeMethod(
            this,
            [this, place, rows = std::move(rows), error = std::move(error)] {
                m_work->being_read.remove(place);
                if (error) {
                    tell(*error);
                    return;
                }
                m_work->keep(place, rows);
                emit rows_read(place.first, place.second);
            },
            Qt::QueuedConnection);
    });
}

}  // namespace stallscope::app
