// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document_commands.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QWidget>

#include "core/experiment_document.h"
#include "core/settings.h"
#include "widgets/file_dialogs.h"
#include "widgets/unsaved_question.h"

namespace stallscope::app {

DocumentCommands::DocumentCommands(ExperimentDocument& document, Settings& settings,
                                   UnsavedQuestion& question, QWidget& window)
    : QObject(&window),
      m_document(document),
      m_settings(settings),
      m_question(question),
      m_window(window) {}

void DocumentCommands::tell(const Error& error) {
    for (const Problem& each : problems_of(error)) emit problem(each);
}

void DocumentCommands::replace(std::function<Result<void>()> with) {
    const auto go_on = [this, with = std::move(with)] {
        if (const auto done = with(); !done) {
            tell(done.error());
            return;
        }
        emit opened();
    };
    const OpenWork work{false, m_document.is_modified() ? m_document.name() : QString()};
    m_question.ask(work, UnsavedQuestion::Occasion::opening_another,
                   [this, go_on](UnsavedQuestion::Answer answer) {
                       if (answer == UnsavedQuestion::Answer::discard) go_on();
                       if (answer == UnsavedQuestion::Answer::save) save(go_on);
                   });
}

void DocumentCommands::start_new() {
    replace([this]() -> Result<void> {
        m_document.start_new();
        return {};
    });
}

void DocumentCommands::open(const QString& file) {
    replace([this, file]() -> Result<void> {
        auto done = m_document.open(file);
        if (done) m_settings.add_recent(Settings::Recent::experiments, file);
        return done;
    });
}

void DocumentCommands::open_copy(const QString& file) {
    replace([this, file] { return m_document.open(file); });
}

void DocumentCommands::open_run(const QString& run_file) {
    replace([this, run_file] { return m_document.open_run(run_file); });
}

void DocumentCommands::save(std::function<void()> then) {
    if (m_document.needs_a_file()) {
        save_as(std::move(then));
        return;
    }
    if (const auto done = m_document.save(); !done) {
        tell(done.error());
    } else if (then) {
        then();
    }
}

void DocumentCommands::save_as(std::function<void()> then) {
    const QFileInfo before(m_document.file());
    const bool has_a_place = !m_document.file().isEmpty() && !m_document.needs_a_file();
    const QString folder =
        has_a_place ? before.absolutePath()
                    : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString name = m_document.file().isEmpty() ? m_document.name() + QStringLiteral(".json")
                                                     : before.fileName();
    choose_file_to_save(m_window, tr("Save the experiment"), QDir(folder).filePath(name),
                        tr("Experiments (*.json)"), [this, then](const QString& file) {
                            if (const auto done = m_document.save_as(file); !done) {
                                tell(done.error());
                                return;
                            }
                            m_settings.add_recent(Settings::Recent::experiments, file);
                            if (then) then();
                        });
}

}  // namespace stallscope::app
