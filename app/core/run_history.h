// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QVector>
#include <atomic>

namespace stallscope::app {

/// What a list says of a run file without reading its rows.
struct PastRun {
    QString file;  ///< absolute path
    QString experiment, question;
    QString sealed_sha256;
    QDateTime sealed_at;  ///< local time
    QString status;       ///< "complete", "partial", "cancelled", "failed"
    QString reason;       ///< of the status; often empty
    QString fault;        ///< a sentence: why the file cannot be read; the others are empty then
    qint64 bytes = 0;

    bool operator==(const PastRun&) const = default;
};

/// Reads the head of one file.
PastRun past_run(const QString& file);

/// All *.stallscope of a folder (not of those below it), the newest first; without a readable seal
/// by the file's own date.
QVector<PastRun> past_runs(const QString& folder);

/// Those of `runs` that ask what `run` asks, the oldest first, `run` among them where it is in
/// `runs`: its place + 1 is the n of "run n of the same question". Runs without a question ask the
/// same when they are of one experiment.
QVector<PastRun> runs_of_question(const QVector<PastRun>& runs, const PastRun& run);

/// Lists folders in the background.
class RunHistory final : public QObject {
    Q_OBJECT

public:
    explicit RunHistory(QObject* parent = nullptr);
    ~RunHistory() override;  ///< waits for the file that is being read

    /// As listed last.
    const QVector<PastRun>& runs() const { return m_runs; }
    /// Lists anew; listed() follows. Of several requests the last one counts.
    void list(const QStringList& folders);

signals:
    void listed();

private:
    QVector<PastRun> m_runs;
    std::atomic<int> m_request{0};
    QThreadPool m_pool;
};

}  // namespace stallscope::app
