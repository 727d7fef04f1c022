// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_asker.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

#include "core/counted.h"

namespace stallscope::app {
namespace {

QString text_in(const QJsonObject& object, const char* key) {
    return object.value(QLatin1String(key)).toString();
}

QString interpreter_text(const QJsonObject& found) {
    const bool without_lock = !found.value(QLatin1String("gil")).toBool(true);
    return PlanAsker::tr("%1 is %2 %3%4 (%5)")
        .arg(text_in(found, "named"), text_in(found, "implementation"), text_in(found, "version"),
             without_lock ? PlanAsker::tr(" without an interpreter lock") : QString(),
             text_in(found, "path"));
}

QByteArray question_of(const ExperimentDocument& document) {
    return document.option_arguments().join(QLatin1Char(' ')).toUtf8() + '\n' +
           document.folder().toUtf8() + '\n' + document.text();
}

}  // namespace

Result<PlanAnswer> plan_answer_of(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonObject plan = document.object();
    if (plan.value(QLatin1String("schema")).toInt() != 1 ||
        !plan.value(QLatin1String("resolution")).isArray()) {
        return fail(ErrorKind::measurement,
                    PlanAsker::tr("the engine's plan cannot be read").toStdString(), {},
                    PlanAsker::tr("The app and the stallscope program are of different versions.")
                        .toStdString());
    }
    PlanAnswer answer;
    const QJsonArray resolution = plan.value(QLatin1String("resolution")).toArray();
    for (const QJsonValue& value : resolution) {
        const QJsonObject one = value.toObject();
        answer.resolution.append({text_in(one, "criterion"), text_in(one, "condition"),
                                  text_in(one, "state"), text_in(one, "says")});
    }
    const QJsonArray code = plan.value(QLatin1String("runs_code")).toArray();
    for (const QJsonValue& sentence : code) answer.runs_code.append(sentence.toString());
    const QJsonArray interpreters = plan.value(QLatin1String("interpreters")).toArray();
    for (const QJsonValue& found : interpreters)
        answer.interpreters.append(interpreter_text(found.toObject()));
    return answer;
}

QString resolution_in_words(const PlanAnswer& answer) {
    int unknown = 0, fine = 0;
    QStringList weak;
    for (const PlanAnswer::Resolution& one : answer.resolution) {
        if (one.state == QLatin1String("no bank")) {
            ++unknown;
        } else if (one.state == QLatin1String("ok")) {
            ++fine;
        } else {
            weak.append(PlanAsker::tr("%1 in %2: %3").arg(one.criterion, one.condition, one.says));
        }
    }
    if (answer.resolution.isEmpty())
        return PlanAsker::tr("No criterion compares cells, so there is no effect to resolve.");
    if (unknown == answer.resolution.size()) {
        return PlanAsker::tr(
            "What effect these cycles can resolve is not known: this machine has no noise bank "
            "yet. \"stallscope calibrate\" measures identical code and fills one.");
    }
    QStringList sentences;
    if (fine > 0) {
        sentences.append(counted(
            fine,
            PlanAsker::tr("These cycles resolve %1 comparison at its margin on this machine."),
            PlanAsker::tr(
                "These cycles resolve %1 comparisons at their margins on this machine.")));
    }
    if (!weak.isEmpty()) {
        sentences.append(counted(weak.size(), PlanAsker::tr("%1 cannot be counted on:"),
                                 PlanAsker::tr("%1 cannot be counted on, the first:")) +
                         QLatin1Char(' ') + weak.first() + QLatin1Char('.'));
    }
    if (unknown > 0) {
        sentences.append(counted(unknown, PlanAsker::tr("The noise of %1 is not known."),
                                 PlanAsker::tr("The noise of %1 is not known.")));
    }
    return sentences.join(QLatin1Char(' '));
}

PlanAsker::PlanAsker(const ExperimentDocument& document, QString program, int after_ms,
                     QObject* parent)
    : QObject(parent), m_document(document), m_program(std::move(program)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(after_ms);
    connect(&m_timer, &QTimer::timeout, this, &PlanAsker::ask);
    connect(&m_document, &ExperimentDocument::changed, this, &PlanAsker::ask_soon);
    connect(&m_document, &ExperimentDocument::file_changed, this, &PlanAsker::ask_soon);
    ask_soon();
}

PlanAsker::~PlanAsker() {
    stop();
}

void PlanAsker::set_paused(bool paused) {
    if (paused == m_is_paused) return;
    m_is_paused = paused;
    if (!paused) {
        if (!m_answer) ask_soon();
        return;
    }
    if (!is_asking()) return;
    m_timer.stop();
    stop();
    emit changed();
}

void PlanAsker::stop() {
    if (!m_process) return;
    m_process->disconnect(this);
    m_process->kill();
    m_process->waitForFinished(2000);
    delete std::exchange(m_process, nullptr);
}

void PlanAsker::ask_soon() {
    if ((m_answer || m_process) && m_asked == question_of(m_document)) return;
    stop();
    m_answer.reset();
    m_failure.clear();
    if (m_document.experiment() && !m_is_paused) {
        m_timer.start();
    } else {
        m_timer.stop();
    }
    emit changed();
}

void PlanAsker::ask() {
    if (!m_document.experiment() || m_is_paused) return;
    const QString path = m_folder.filePath(QStringLiteral("experiment.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(m_document.text()) < 0) {
        m_failure = tr("The plan cannot be asked for: %1.").arg(file.errorString());
        emit changed();
        return;
    }
    file.close();
    m_asked = question_of(m_document);
    m_process = new QProcess(this);
    m_process->setWorkingDirectory(m_document.folder());
    connect(m_process, &QProcess::finished, this, &PlanAsker::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) finish();
    });
    m_process->start(m_program, QStringList{QStringLiteral("plan"), path, QStringLiteral("--json")}
                                    << m_document.option_arguments());
}

void PlanAsker::finish() {
    QProcess* process = std::exchange(m_process, nullptr);
    process->deleteLater();
    if (process->error() == QProcess::FailedToStart) {
        m_failure = tr("The plan cannot be asked for: %1 cannot be started.").arg(m_program);
    } else if (process->exitStatus() != QProcess::NormalExit || process->exitCode() != 0) {
        const QString said = QString::fromUtf8(process->readAllStandardError()).trimmed();
        m_failure = said.isEmpty() ? tr("The plan cannot be asked for: the engine ended early.")
                                   : said.section(QLatin1Char('\n'), 0, 0);
    } else if (auto answer = plan_answer_of(process->readAllStandardOutput())) {
        m_answer = std::move(*answer);
    } else {
        m_failure = QString::fromStdString(answer.error().says + ". " + answer.error().hint);
    }
    emit changed();
}

}  // namespace stallscope::app
