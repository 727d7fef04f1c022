// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "core/leg_reader.h"
#include "core/method_difference.h"
#include "core/run_comparison.h"
#include "core/run_file.h"

namespace stallscope::app {

/// Runs that are compared. The first one is the base: the others are compared with it, or refused.
class ComparisonSet final : public QObject {
    Q_OBJECT

public:
    struct Run {
        QString name;  ///< the file's, with a number where two have the same
        std::shared_ptr<RunFile> file;
        std::unique_ptr<LegReader> legs;
        QVector<MethodDifference> differences;  ///< to the base, once both are analysed

        bool is_analysed() const { return file->results() != nullptr; }
        /// Its figures may stand beside the base's; false until both are analysed.
        bool is_comparable = false;
    };

    using QObject::QObject;
    ~ComparisonSet() override;

    /// Opens a run file and analyses it in the background. One that is here already, or cannot be
    /// read, is a problem().
    void add(const QString& path);
    /// The same with a file that is open already: it is not analysed twice.
    void add(std::shared_ptr<RunFile> file);
    void remove(std::size_t place);
    void use_as_base(std::size_t place);

    const std::vector<std::unique_ptr<Run>>& runs() const { return m_runs; }
    const Run* base() const { return m_runs.empty() ? nullptr : m_runs.front().get(); }

signals:
    void changed();  ///< runs, or what is known of them
    void grown();    ///< columns of some run
    void problem(const stallscope::app::Problem& problem);

private:
    bool has(const QString& path);
    QString free_name(const QString& path) const;
    void compare_all();

    std::vector<std::unique_ptr<Run>> m_runs;
};

}  // namespace stallscope::app
