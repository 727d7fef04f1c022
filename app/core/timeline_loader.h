// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <memory>

#include "core/background_work.h"
#include "core/timeline.h"

namespace stallscope::app {

/// Reads a visit of a run file and builds its timeline, both in the background. One at a time:
/// a newer wish makes the older one void.
class TimelineLoader final : public QObject {
    Q_OBJECT

public:
    explicit TimelineLoader(QObject* parent = nullptr);
    ~TimelineLoader() override;

    /// loaded() or failed() follows, unless cancel() or another load() comes first. What goes wrong
    /// while the rows are read is the file's problem().
    void load(RunFile& file, qint64 visit);
    void cancel();

signals:
    void loaded(std::shared_ptr<const stallscope::app::Timeline> timeline);
    void failed();
    void problem(const stallscope::app::Problem& problem);

private:
    struct Visit;
    void read_rows(VisitFrame frame, const QStringList& streams);
    void take_rows(qint64 visit, const QString& stream);
    void build();

    QPointer<RunFile> m_file;
    VisitFrame m_frame;
    QStringList m_missing;
    std::vector<TimelineStream> m_streams;
    BackgroundWork m_work;
};

}  // namespace stallscope::app
