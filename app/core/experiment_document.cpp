// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <utility>

#include "core/shipped_experiments.h"
#include "plan/document_file.h"
#include "plan/seal.h"
#include "plan/text_guard.h"
#include "record/run_file.h"

namespace stallscope::app {
namespace {

constexpr const char* new_experiment = R"json({ "stallscope": 1, "name": "untitled",
  "question": "",
  "host": { "kind": "python", "python": "python3",
            "lock": { "kind": "interpreter", "switch_interval_ms": 5 } },
  "streams": {
    "reply": { "workload": { "kind": "wait", "ms": 4, "spread_ms": 2 },
               "placement": "process", "binding": "cdll",
               "load": { "kind": "closed", "clients": 1, "think_ms": 0 } },
    "neighbour": { "workload": { "kind": "wait", "ms": 9.5 },
                   "placement": "thread", "binding": "pydll",
                   "load": { "kind": "closed", "clients": 1, "think_ms": 0 } } },
  "cells": [
    { "id": "held", "says": "lock held" },
    { "id": "held-again", "says": "the same again (noise floor)", "duplicate_of": "held" },
    { "id": "released", "says": "lock released",
      "streams": { "neighbour": { "binding": "cdll" } } } ],
  "conditions": [ { "id": "both", "streams": ["reply", "neighbour"] } ],
  "windows": { "seconds": 10, "settle": 1, "lead": 0.3, "warm_up": 1, "guard": 0.4, "parts": 10 },
  "cycles": 5, "order": "mirrored", "seed": 1,
  "criteria": [
    { "id": "answers", "says": "answers unchanged", "metric": "mismatches", "at_most": 0 } ],
  "checks": ["clock", "stamps", "bit-identity"],
  "probes": [] })json";

ExperimentState state_of(const QByteArray& text, const ExperimentTree& last_readable) {
    auto tree = ExperimentTree::parse(text);
    if (!tree) return {text, last_readable, tree.error()};
    return {text, *tree, std::nullopt};
}

ExperimentState first_state() {
    const auto tree = ExperimentTree::parse(new_experiment);
    return tree ? ExperimentState{tree->text(), *tree, std::nullopt} : ExperimentState{};
}

std::string_view bytes_of(const QByteArray& text) {
    return {text.constData(), static_cast<std::size_t>(text.size())};
}

tl::unexpected<Error> file_error(const QString& says, const QString& file, const QString& hint) {
    return fail(ErrorKind::experiment, says.toStdString(), file.toStdString(), hint.toStdString());
}

}  // namespace

ExperimentDocument::ExperimentDocument(QObject* parent)
    : QObject(parent), m_history(first_state()) {
    start_new();
}

ExperimentDocument::~ExperimentDocument() = default;

void ExperimentDocument::start(ExperimentState state, const QString& file,
                               const QString& run_file) {
    m_history = ExperimentHistory(std::move(state));
    m_saved_text = m_text_on_disk = text();
    m_file = file;
    m_run_file = run_file;
    m_sealed_sha256.clear();
    m_options = {};
}

void ExperimentDocument::start_new() {
    start(first_state(), {}, {});
    tell();
    emit file_changed();
}

Result<void> ExperimentDocument::open(const QString& file) {
    const auto bytes = read_document_file(QFile::encodeName(file).toStdString(),
                                          "an experiment file", "Was it moved or renamed?");
    if (!bytes) return tl::unexpected(bytes.error());
    if (bytes->size() > largest_document) {
        return file_error(tr("the file is larger than 16 MiB, which no experiment is"), file,
                          tr("Name an experiment file."));
    }
    const QByteArray text = QByteArray::fromStdString(*bytes);
    if (QString::fromUtf8(text).toUtf8() != text) {
        return file_error(tr("this is not a text in UTF-8, so it is no experiment"), file,
                          tr("Runs (.stallscope) are opened as runs."));
    }
    start(state_of(text, {}), QFileInfo(file).absoluteFilePath(), {});
    tell();
    emit file_changed();
    return {};
}

Result<void> ExperimentDocument::open_run(const QString& run_file) {
    const auto reader = RunReader::open(QFile::encodeName(run_file).toStdString());
    if (!reader) return tl::unexpected(reader.error());
    const auto sealed = reader->sealed_text();
    if (!sealed) return tl::unexpected(sealed.error());
    const auto sha256 = reader->sealed_sha256();
    if (!sha256) return tl::unexpected(sha256.error());
    const auto experiment = unseal(*sealed);
    if (!experiment) return tl::unexpected(experiment.error());
    auto tree = ExperimentTree::parse(QByteArray::fromStdString(experiment->canonical));
    if (!tree) return tl::unexpected(tree.error());
    // Older runs carry their looks beside the experiment: a copy must not take others.
    ExperimentTree written = tree->in_usual_order();
    if (experiment->looks != Looks::obf && !written.has(QStringLiteral("/looks"))) {
        written = written.with(QStringLiteral("/looks"),
                               QString::fromStdString(std::string(to_text(experiment->looks))));
    }
    start({written.text(), written, std::nullopt}, {}, QFileInfo(run_file).absoluteFilePath());
    m_sealed_sha256 = QString::fromStdString(*sha256);
    tell();
    emit file_changed();
    return {};
}

void ExperimentDocument::restore(const QByteArray& text, const QString& file) {
    start(state_of(text, {}), file, {});
    m_text_on_disk.clear();
    QFile saved(file);
    if (!file.isEmpty() && saved.open(QIODevice::ReadOnly)) m_text_on_disk = saved.readAll();
    m_saved_text = m_text_on_disk;
    tell();
    emit file_changed();
}

void ExperimentDocument::make_copy() {
    start(ExperimentState(m_history.now()), {}, {});
    tell();
    emit file_changed();
}

Result<void> ExperimentDocument::save() {
    if (needs_a_file()) {
        return file_error(tr("there is no file yet that this can be saved in"), m_file,
                          tr("Save it under a name of its own."));
    }
    QFile current(m_file);
    if (current.exists() && current.open(QIODevice::ReadOnly) &&
        current.readAll() != m_text_on_disk) {
        return file_error(tr("another program has changed the file since it was opened here"),
                          m_file, tr("Save this under another name, or open the file again."));
    }
    return write(m_file);
}

Result<void> ExperimentDocument::save_as(const QString& file) {
    return write(QFileInfo(file).absoluteFilePath());
}

Result<void> ExperimentDocument::write(const QString& file) {
    QSaveFile saved(file);
    if (!saved.open(QIODevice::WriteOnly) || saved.write(text()) != text().size() ||
        !saved.commit()) {
        return file_error(tr("the file cannot be written: %1").arg(saved.errorString()), file,
                          tr("Save it in another folder; nothing is lost meanwhile."));
    }
    m_file = file;
    m_run_file.clear();
    m_sealed_sha256.clear();
    m_saved_text = m_text_on_disk = text();
    end_merging();
    judge();  // relative paths start where the file is
    m_told_modified = false;
    emit file_changed();
    return {};
}

QString ExperimentDocument::folder() const {
    if (!m_file.isEmpty()) return QFileInfo(m_file).absolutePath();
    return m_run_file.isEmpty() ? QDir::currentPath() : QFileInfo(m_run_file).absolutePath();
}

QString ExperimentDocument::name() const {
    const QString name = tree().shown(QStringLiteral("/name"));
    if (!name.isEmpty()) return name;
    return m_file.isEmpty() ? tr("Untitled") : QFileInfo(m_file).completeBaseName();
}

bool ExperimentDocument::is_modified() const {
    return !is_read_only() && text() != m_saved_text;
}

bool ExperimentDocument::needs_a_file() const {
    if (m_file.isEmpty() || m_file.startsWith(share_folder() + QLatin1Char('/'))) return true;
    const QFileInfo info(m_file);
    return info.exists() && !info.isWritable();
}

void ExperimentDocument::edit(const QString& label, const ExperimentTree& tree,
                              const QString& merge_key) {
    if (is_read_only() || !is_readable() || tree == this->tree()) return;
    m_history.add(label, {tree.text(), tree, std::nullopt}, merge_key);
    tell();
}

void ExperimentDocument::edit_text(const QByteArray& text) {
    if (is_read_only() || text == this->text()) return;
    m_history.add(tr("text"), state_of(text, tree()), QStringLiteral("text"));
    tell();
}

void ExperimentDocument::undo() {
    if (!can_undo()) return;
    m_history.undo();
    tell();
}

void ExperimentDocument::redo() {
    if (!can_redo()) return;
    m_history.redo();
    tell();
}

void ExperimentDocument::set_options(const RunOptions& options) {
    if (options == m_options) return;
    m_options = options;
    tell();
}

QStringList ExperimentDocument::option_arguments() const {
    QStringList arguments;
    if (!m_options.preset.isEmpty()) {
        arguments << QStringLiteral("--preset") << m_options.preset;
    }
    if (m_options.seconds) {
        arguments << QStringLiteral("--seconds") << QString::number(*m_options.seconds, 'g', 17);
    }
    if (m_options.cycles) {
        arguments << QStringLiteral("--cycles") << QString::number(*m_options.cycles);
    }
    return arguments;
}

void ExperimentDocument::judge() {
    m_experiment.reset();
    m_schedule.clear();
    m_seal.clear();
    m_problems.clear();
    if (const auto& unreadable = m_history.now().unreadable) {
        m_problems = problems_of(*unreadable);
        return;
    }
    // A preset that is gone is no longer chosen.
    if (!m_options.preset.isEmpty() && !presets().contains(m_options.preset))
        m_options.preset.clear();
    Options options;
    options.preset = m_options.preset.toStdString();
    options.seconds = m_options.seconds;
    options.cycles = m_options.cycles;
    auto parsed = parse_experiment(bytes_of(text()), options);
    if (!parsed) {
        m_problems = problems_of(parsed.error());
        return;
    }
    parsed->directory = QFile::encodeName(folder()).toStdString();
    m_schedule = schedule_of(*parsed);
    m_seal = is_read_only() ? m_sealed_sha256 : QString::fromStdString(seal_of(*parsed).sha256);
    m_experiment = std::move(*parsed);
}

void ExperimentDocument::tell() {
    const QVector<Problem> before = std::exchange(m_problems, {});
    judge();
    emit changed();
    if (m_problems != before) emit problems_changed();
    if (is_modified() != m_told_modified || name() != m_told_name) {
        m_told_modified = is_modified();
        m_told_name = name();
        emit file_changed();
    }
}

const Problem* ExperimentDocument::problem_at(const QString& pointer) const {
    for (const Problem& problem : m_problems)
        if (problem.where == pointer) return &problem;
    return nullptr;
}

int ExperimentDocument::problems_within(const QString& pointer) const {
    int count = 0;
    for (const Problem& problem : m_problems) {
        if (problem.where == pointer || problem.where.startsWith(pointer + QLatin1Char('/')))
            ++count;
    }
    return count;
}

double ExperimentDocument::planned_seconds() const {
    return stallscope::planned_seconds(m_schedule);
}

}  // namespace stallscope::app
