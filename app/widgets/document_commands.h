// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

#include "core/problem.h"

class QWidget;

namespace stallscope::app {

class ExperimentDocument;
class Settings;
class UnsavedQuestion;

/// New, open, save: the ways of an experiment in and out of the window. Nothing unsaved is replaced
/// without a question.
class DocumentCommands final : public QObject {
    Q_OBJECT

public:
    /// All outlive this.
    DocumentCommands(ExperimentDocument& document, Settings& settings, UnsavedQuestion& question,
                     QWidget& window);

    void start_new();
    void open(const QString& file);
    /// A shipped experiment: it is saved under another name.
    void open_copy(const QString& file);
    /// The experiment that a run was sealed with, to be read.
    void open_run(const QString& run_file);
    /// Asks for a file where there is none; `then` is called when it was saved.
    void save(std::function<void()> then = {});
    void save_as(std::function<void()> then = {});

signals:
    void opened();  ///< the document shows another experiment
    void problem(const stallscope::app::Problem& problem);

private:
    void replace(std::function<Result<void>()> with);
    void tell(const Error& error);

    ExperimentDocument& m_document;
    Settings& m_settings;
    UnsavedQuestion& m_question;
    QWidget& m_window;
};

}  // namespace stallscope::app
