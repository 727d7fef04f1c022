// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <vector>

#include "core/experiment_history.h"
#include "core/problem.h"
#include "plan/experiment.h"
#include "plan/schedule.h"

namespace stallscope::app {

/// What a run changes before the seal, beside the experiment itself.
struct RunOptions {
    QString preset;  ///< empty: as written
    std::optional<double> seconds;
    std::optional<int> cycles;
    bool operator==(const RunOptions&) const = default;
};

/// The experiment that is open: its tree, the history of its edits, what is wrong with it, and the
/// file it is saved in. Every edit is judged at once by the engine's own reader. Opening, editing
/// and saving run nothing.
class ExperimentDocument final : public QObject {
    Q_OBJECT

public:
    explicit ExperimentDocument(QObject* parent = nullptr);  ///< with a new experiment
    ~ExperimentDocument() override;

    /// A small experiment that is valid and runs everywhere.
    void start_new();
    /// A file with faults, or that is not even JSON, opens too: its problems() say so. Error: it
    /// cannot be read, is larger than 16 MiB or is not text; then nothing has changed.
    Result<void> open(const QString& file);
    /// The experiment as it was sealed in a run, to be read only. Error: as RunReader::open and
    /// unseal.
    Result<void> open_run(const QString& run_file);
    /// What an autosaved draft held: text that was never saved, and the file it was meant for.
    void restore(const QByteArray& text, const QString& file);
    /// Turns what is read only into a new experiment without a file.
    void make_copy();

    /// Error: it has no file, the file cannot be written, or somebody else changed it since it was
    /// opened. Nothing is lost then.
    Result<void> save();
    Result<void> save_as(const QString& file);

    QString file() const { return m_file; }  ///< absolute; empty: never saved
    /// Where relative paths of the experiment start: the folder of its file.
    QString folder() const;
    QString name() const;  ///< the experiment's, else the file's, else "Untitled"
    bool is_modified() const;
    /// Whether saving asks for a file: it has none, comes with Stallscope or cannot be written.
    bool needs_a_file() const;
    bool is_read_only() const { return !m_run_file.isEmpty(); }
    QString run_file() const { return m_run_file; }  ///< whose sealed experiment this is

    const ExperimentTree& tree() const { return m_history.now().tree; }
    /// As it is saved.
    QByteArray text() const { return m_history.now().text; }
    /// Whether text() is JSON. Where it is not, tree() is the last one that was, and only text can
    /// be edited.
    bool is_readable() const { return !m_history.now().unreadable; }

    /// One step of the history; `label` is what undo says ("placement of ane in B"). Successive
    /// edits with the same merge key are one step. Nothing happens when the tree is the same, the
    /// text is unreadable, or the document is read only.
    void edit(const QString& label, const ExperimentTree& tree, const QString& merge_key = {});
    /// The whole as text, which is kept as it is typed, also when it is no JSON.
    void edit_text(const QByteArray& text);
    /// The next edit is a step of its own.
    void end_merging() { m_history.end_merging(); }

    bool can_undo() const { return !is_read_only() && m_history.can_undo(); }
    bool can_redo() const { return !is_read_only() && m_history.can_redo(); }
    QString undo_label() const { return m_history.undo_label(); }
    QString redo_label() const { return m_history.redo_label(); }
    void undo();
    void redo();

    const RunOptions& options() const { return m_options; }
    void set_options(const RunOptions& options);
    QStringList presets() const { return tree().keys(QStringLiteral("/presets")); }
    /// The options as `stallscope run` and `stallscope plan` take them.
    QStringList option_arguments() const;

    /// All that is wrong; empty: it can be run.
    const QVector<Problem>& problems() const { return m_problems; }
    /// The first one at this place, nullptr when there is none.
    const Problem* problem_at(const QString& pointer) const;
    /// How many are at this place or below it.
    int problems_within(const QString& pointer) const;

    /// With its options; nullptr while there are problems.
    const Experiment* experiment() const { return m_experiment ? &*m_experiment : nullptr; }
    const std::vector<ScheduledVisit>& schedule() const { return m_schedule; }
    double planned_seconds() const;
    /// SHA-256 to publish before the run (of a run: the one it was sealed with); empty while there
    /// are problems.
    QString seal() const { return m_seal; }

signals:
    void changed();           ///< tree, text, history or options
    void problems_changed();  ///< always after changed(), and only when they differ
    void file_changed();      ///< file, name, modified or read-only

private:
    void start(ExperimentState state, const QString& file, const QString& run_file);
    void judge();
    void tell();
    Result<void> write(const QString& file);

    ExperimentHistory m_history;
    QByteArray m_saved_text;    ///< unmodified is what equals it
    QByteArray m_text_on_disk;  ///< what the file held when it was last read or written
    QString m_file, m_run_file, m_sealed_sha256;
    RunOptions m_options;
    QVector<Problem> m_problems;
    std::optional<Experiment> m_experiment;
    std::vector<ScheduledVisit> m_schedule;
    QString m_seal;
    QString m_told_name;
    bool m_told_modified = false;
};

}  // namespace stallscope::app
