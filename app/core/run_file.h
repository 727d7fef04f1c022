// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "analysis/results.h"
#include "core/problem.h"
#include "record/run_file.h"

namespace stallscope::app {

/// All rows of one stream in one visit, as stored.
struct StreamRows {
    std::vector<RequestRow> requests;
    std::vector<CallRow> calls;
};

/// A run file that is open for reading. Reading it runs nothing. Opening is quick; analysing and
/// reading rows happen in threads of their own and come by signal, in the thread of this object.
class RunFile final : public QObject {
    Q_OBJECT

public:
    /// Error: as RunReader::open.
    static Result<std::unique_ptr<RunFile>> open(const QString& path);
    ~RunFile() override;  ///< stops what is being read, also by others with reader()

    const QString& path() const { return m_path; }
    const std::vector<StoredVisit>& visits() const { return m_visits; }
    /// The reader itself, for a thread of one's own: it may be asked from several threads at once.
    std::shared_ptr<const RunReader> reader() const { return m_reader; }

    /// The figures, tables and words: nullptr until analysed() was emitted.
    std::shared_ptr<const RunResults> results() const { return m_results; }
    /// What was wrong when the last analysis failed; empty: none has.
    const QString& analysis_failure() const { return m_failure; }
    /// Starts the analysis unless it runs or is done: analysed() or analysis_failed() follows.
    void analyse();

    /// The rows if they are in memory (the ones used last are kept, up to 256 MiB), else nullptr.
    std::shared_ptr<const StreamRows> rows(qint64 visit, const QString& stream) const;
    /// Reads them; rows_read() follows, also when they were there already, or a problem().
    void read_rows(qint64 visit, const QString& stream);

signals:
    void analysed();
    void analysis_failed();  ///< after its problem()
    void rows_read(qint64 visit, const QString& stream);
    void problem(const stallscope::app::Problem& problem);

private:
    explicit RunFile(QString path, std::shared_ptr<const RunReader> reader,
                     std::vector<StoredVisit> visits);

    void tell(const Error& error);

    struct Work;  ///< threads and the cache of rows
    QString m_path;
    std::shared_ptr<const RunReader> m_reader;
    std::vector<StoredVisit> m_visits;
    std::shared_ptr<const RunResults> m_results;
    QString m_failure;
    std::unique_ptr<Work> m_work;
};

}  // namespace stallscope::app
