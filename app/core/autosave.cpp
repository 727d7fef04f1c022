// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/autosave.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>
#include <utility>

namespace stallscope::app {
namespace {

QString lock_of(const QString& draft) {
    return draft + QStringLiteral(".lock");
}

QByteArray written(const ExperimentDocument& document) {
    const QJsonObject draft{
        {QStringLiteral("file"), document.file()},
        {QStringLiteral("name"), document.name()},
        {QStringLiteral("edited"), QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
        {QStringLiteral("text"), QString::fromUtf8(document.text())}};
    return QJsonDocument(draft).toJson();
}

/// Without a name where there is no draft to be read.
Draft read(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QJsonObject draft = QJsonDocument::fromJson(file.readAll()).object();
    return {
        path, draft.value(QLatin1String("file")).toString(),
        draft.value(QLatin1String("name")).toString(),
        QDateTime::fromString(draft.value(QLatin1String("edited")).toString(), Qt::ISODateWithMs)
            .toLocalTime(),
        draft.value(QLatin1String("text")).toString().toUtf8()};
}

}  // namespace

Autosave::Autosave(ExperimentDocument& document, QString folder, int after_ms, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_draft(std::move(folder) + QStringLiteral("/draft-") +
              QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".json")) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(after_ms);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::store);
    connect(&m_document, &ExperimentDocument::changed, this, &Autosave::note);
    connect(&m_document, &ExperimentDocument::file_changed, this, &Autosave::note);
}

Autosave::~Autosave() {
    remove();
}

QString Autosave::default_folder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
           QStringLiteral("/drafts");
}

void Autosave::note() {
    if (m_document.is_modified()) {
        if (!m_timer.isActive()) m_timer.start();
    } else {
        m_timer.stop();
        remove();
    }
}

void Autosave::store() {
    if (!m_lock) {
        QDir().mkpath(QFileInfo(m_draft).absolutePath());
        // A lock goes stale with its process, never with time: people leave windows open for weeks.
        m_lock = std::make_unique<QLockFile>(lock_of(m_draft));
        m_lock->setStaleLockTime(0);
        m_lock->tryLock();
    }
    QSaveFile file(m_draft);
    const QByteArray draft = written(m_document);
    const bool stored = file.open(QIODevice::WriteOnly) &&
                        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) &&
                        file.write(draft) == draft.size() && file.commit();
    if (!stored && !m_has_failed) {
        emit problem({tr("Edits that are not saved would be lost in a crash: the draft cannot be "
                         "written (%1).")
                          .arg(file.errorString()),
                      m_draft, tr("Save the experiment yourself now and then.")});
    }
    m_has_failed = !stored;
}

void Autosave::remove() {
    QFile::remove(m_draft);
    m_lock.reset();
}

QVector<Draft> Autosave::left_behind(const QString& folder) {
    QVector<Draft> drafts;
    const QFileInfoList files =
        QDir(folder).entryInfoList({QStringLiteral("draft-*.json")}, QDir::Files);
    for (const QFileInfo& info : files) {
        QLockFile lock(lock_of(info.absoluteFilePath()));
        lock.setStaleLockTime(0);
        if (!lock.tryLock()) continue;
        Draft draft = read(info.absoluteFilePath());
        if (!draft.text.isEmpty()) drafts.append(std::move(draft));
    }
    std::sort(drafts.begin(), drafts.end(),
              [](const Draft& a, const Draft& b) { return a.edited > b.edited; });
    return drafts;
}

void Autosave::discard(const Draft& draft) {
    QFile::remove(draft.draft);
    QFile::remove(lock_of(draft.draft));
}

}  // namespace stallscope::app
