// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/experiment_document.h"

namespace stallscope::app {

/// What `stallscope plan` says of an experiment beyond what can be read off it.
struct PlanAnswer {
    /// A comparison and whether these cycles can see what its margin asks for.
    struct Resolution {
        QString criterion, condition;
        QString state;  ///< "ok", "low power", "unresolvable", "no bank"
        QString says;
    };
    QVector<Resolution> resolution;
    QStringList runs_code;     ///< what of the user's own code a run executes
    QStringList interpreters;  ///< "python3 is cpython 3.11.7 (/usr/bin/python3)"
};

/// The comparisons in one or two sentences for the place under the schedule.
QString resolution_in_words(const PlanAnswer& answer);

/// Reads the output of `stallscope plan FILE --json`. Error: kind measurement, it is not that.
Result<PlanAnswer> plan_answer_of(const QByteArray& json);

/// Asks the engine's program about the document a moment after it changed, in the background. An
/// answer to what is no longer there is dropped. Asking starts the experiment's interpreter once,
/// for its version; so nothing is asked while a run is measured.
class PlanAsker final : public QObject {
    Q_OBJECT

public:
    /// `document` outlives this.
    PlanAsker(const ExperimentDocument& document, QString program, int after_ms = 400,
              QObject* parent = nullptr);
    ~PlanAsker() override;  ///< ends the program if it runs

    /// Empty while it is asked, when the document has problems, and when there is no answer.
    const std::optional<PlanAnswer>& answer() const { return m_answer; }
    bool is_asking() const { return m_timer.isActive() || m_process != nullptr; }
    /// Why there is no answer, in a sentence; empty otherwise.
    QString failure() const { return m_failure; }

    /// Whether asking waits (a run is measured); what changed meanwhile is asked afterwards.
    void set_paused(bool paused);

signals:
    void changed();  ///< one of the three above

private:
    void ask_soon();
    void ask();
    void stop();
    void finish();

    const ExperimentDocument& m_document;
    QString m_program;
    QTimer m_timer;
    QTemporaryDir m_folder;
    QProcess* m_process = nullptr;
    std::optional<PlanAnswer> m_answer;
    QString m_failure;
    QByteArray m_asked;  ///< text, options and folder that the answer is about
    bool m_is_paused = false;
};

}  // namespace stallscope::app
