// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_history.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <iterator>
#include <tuple>

#include "record/run_file.h"

namespace stallscope::app {
namespace {

bool asks_the_same(const PastRun& a, const PastRun& b) {
    return a.question == b.question && (!a.question.isEmpty() || a.experiment == b.experiment);
}

bool is_older(const PastRun& a, const PastRun& b) {
    return std::tie(a.sealed_at, a.file) < std::tie(b.sealed_at, b.file);
}

QStringList run_files(const QString& folder) {
    QStringList files;
    for (const QFileInfo& file : QDir(folder).entryInfoList({"*.stallscope"}, QDir::Files)) {
        files.push_back(file.absoluteFilePath());
    }
    return files;
}

QVector<PastRun> newest_first(QVector<PastRun> runs) {
    std::sort(runs.begin(), runs.end(),
              [](const PastRun& a, const PastRun& b) { return is_older(b, a); });
    return runs;
}

}  // namespace

PastRun past_run(const QString& file) {
    PastRun run;
    const QFileInfo info(file);
    run.file = info.absoluteFilePath();
    run.bytes = info.size();
    run.sealed_at = info.lastModified();
    const auto reader = RunReader::open(file.toStdString());
    if (!reader) {
        run.fault = QString::fromStdString(reader.error().says);
        return run;
    }
    const auto take = [&](const Result<std::string>& text) {
        if (!text && run.fault.isEmpty()) run.fault = QString::fromStdString(text.error().says);
        return text ? QString::fromStdString(*text) : QString();
    };
    const QJsonObject sealed =
        QJsonDocument::fromJson(take(reader->sealed_text()).toUtf8()).object();
    const QJsonObject experiment = sealed["experiment"].toObject();
    run.experiment = experiment["name"].toString();
    run.question = experiment["question"].toString();
    run.sealed_sha256 = take(reader->sealed_sha256());
    const QDateTime sealed_at = QDateTime::fromString(take(reader->sealed_at()), Qt::ISODateWithMs);
    if (sealed_at.isValid()) run.sealed_at = sealed_at.toLocalTime();
    run.status = take(reader->status());
    run.reason = take(reader->status_reason());
    return run;
}

QVector<PastRun> past_runs(const QString& folder) {
    QVector<PastRun> runs;
    for (const QString& file : run_files(folder)) runs.push_back(past_run(file));
    return newest_first(std::move(runs));
}

QVector<PastRun> runs_of_question(const QVector<PastRun>& runs, const PastRun& run) {
    QVector<PastRun> same;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(same), [&](const PastRun& other) {
        return other.fault.isEmpty() && asks_the_same(other, run);
    });
    std::sort(same.begin(), same.end(), is_older);
    return same;
}

RunHistory::RunHistory(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

RunHistory::~RunHistory() {
    ++m_request;
    m_pool.waitForDone();
}

void RunHistory::list(const QStringList& folders) {
    const int request = ++m_request;
    m_pool.start([this, folders, request] {
        QVector<PastRun> runs;
        for (const QString& folder : folders) {
            for (const QString& file : run_files(folder)) {
                if (m_request != request) return;
                runs.push_back(past_run(file));
            }
        }
        QMetaObject::invokeMethod(
            this,
            [this, request, listed_runs = newest_first(std::move(runs))] {
                if (m_request != request) return;
                m_runs = listed_runs;
                emit listed();
            },
            Qt::QueuedConnection);
    });
}

}  // namespace stallscope::app
